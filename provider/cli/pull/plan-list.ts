import { join } from "node:path";
import * as z from "zod";
import type { FileProblem } from "../../files/file-problem";
import { updateTextFile } from "../../files/text-file";
import { findEntryProblem } from "../../list/entry";
import { kinds } from "../../list/kinds";
import type { AppList } from "../../api/schemas";
import type { ResultOf } from "../json";
import { kindSchema, listFacts, listFactsSchema } from "../list-facts";
import type { NewFile } from "../write-files";

const file = z.object({
  kind: kindSchema,
  path: z.string(),
  entries: z.int().describe("The number of entries of this kind that a program can declare."),
  added: z.int().describe("The number of entries that were added to the file."),
  removed: z.int().describe("The number of lines that were removed from the file."),
});

export const listFilesSchema = listFactsSchema.extend({
  files: z.array(file),
  undeclarable: z
    .array(z.object({ kind: kindSchema, entry: z.string(), problem: z.string() }))
    .describe("The entries that no program can declare. They are in no file."),
});

type ListFiles = ResultOf<typeof listFilesSchema>;

const fileNames = { appBundles: "app-bundles.txt", placementIds: "placement-ids.txt", websites: "websites.txt" };

export interface PlannedList {
  readonly pulled: ListFiles;
  readonly changed: readonly NewFile[];
  /** The lines that the existing files lose. */
  readonly removed: readonly FileProblem[];
}

/**
 * Plans the files of a list: one for each kind that has entries or a file.
 *
 * @param read reads a file; undefined if it does not exist.
 */
export function planList(list: AppList, folder: string, read: (path: string) => string | undefined): PlannedList {
  const checked = kinds.flatMap((kind) =>
    Array.from(list.entries[kind] ?? [], (entry) => ({ kind, entry, problem: findEntryProblem(kind, entry) })),
  );
  const files = kinds.flatMap((kind) => {
    const path = join(folder, fileNames[kind]);
    const current = read(path);
    const declarable = checked.flatMap((one) => (one.kind === kind && one.problem === undefined ? [one.entry] : []));
    if (list.entries[kind] === undefined || (declarable.length === 0 && current === undefined)) return [];
    const update = updateTextFile(path, current ?? "", declarable.toSorted());
    return [{ kind, path, current, entries: declarable.length, ...update }];
  });
  return {
    pulled: {
      ...listFacts(list),
      files: files.map(({ kind, path, entries, added, removed }) => {
        return { kind, path, entries, added, removed: removed.length };
      }),
      undeclarable: checked.flatMap(({ problem, ...one }) => (problem === undefined ? [] : [{ ...one, problem }])),
    },
    changed: files.filter(({ content, current }) => content !== current),
    removed: files.flatMap(({ removed }) => removed),
  };
}
