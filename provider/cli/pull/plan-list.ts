import { join } from "node:path";
import type { ReadFile } from "./project";
import type { PulledList } from "./result";
import type { FileProblem } from "../../files/file-problem";
import { updateTextFile } from "../../files/update-text-file";
import { findEntryProblem } from "../../list/entry";
import { kinds } from "../../list/kinds";
import type { AppList } from "../../service/schemas";
import { listFacts } from "../list-facts";
import type { NewFile } from "../write-files";

const fileNames = { appBundles: "app-bundles.txt", placementIds: "placement-ids.txt", websites: "websites.txt" };

/** The files of a list. */
export interface PlannedList {
  readonly pulled: PulledList;
  /** The files to write. */
  readonly changed: readonly NewFile[];
  /** The paths of those that do not exist yet. */
  readonly created: readonly string[];
  /** The lines that the existing files lose. */
  readonly removed: readonly FileProblem[];
}

/** Plans the files of a list: one for each kind that has entries or a file. */
export function planList(list: AppList, folder: string, read: ReadFile): PlannedList {
  const checked = kinds.flatMap((kind) =>
    Array.from(list.entries[kind] ?? [], (entry) => ({ kind, entry, problem: findEntryProblem(kind, entry) })),
  );
  const files = kinds.flatMap((kind) => {
    const path = join(folder, fileNames[kind]);
    const current = read(path);
    const declarable = checked.flatMap((one) => (one.kind === kind && one.problem === undefined ? [one.entry] : []));
    if (list.entries[kind] === undefined || (declarable.length === 0 && current === undefined)) return [];
    const update = updateTextFile(path, current ?? "", declarable.toSorted());
    return [{ kind, path, current, count: declarable.length, ...update }];
  });
  return {
    pulled: {
      ...listFacts(list),
      files: files.map(({ kind, path, count, added, removed }) => {
        return { kind, path, entries: count, added, removed: removed.length };
      }),
      undeclarable: checked.flatMap(({ problem, ...one }) => (problem === undefined ? [] : [{ ...one, problem }])),
    },
    changed: files.filter(({ content, current }) => content !== current),
    created: files.filter(({ current }) => current === undefined).map(({ path }) => path),
    removed: files.flatMap(({ removed }) => removed),
  };
}
