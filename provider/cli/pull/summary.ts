import type { ProgramOptions } from "./program-text";
import type { PulledList, PullResult } from "./result";
import { formatCount } from "../../common/format";
import { quote, quoteList } from "../../common/quote";
import { formatKindCount, kindName } from "../../list/kinds";
import { nameList } from "../../list/summary";

/** The files that were written, and what the first `pulumi up` and a `pulumi destroy` of the program do. */
export function summarisePull({ lists, program, steps }: PullResult, { claim, exclusive }: ProgramOptions): string {
  const effects = [
    exclusive
      ? "No list was changed. exclusive: `pulumi up` removes all entries that the program does not declare."
      : "No list was changed, and the first `pulumi up` changes none.",
    claim
      ? "claimExisting: the entries count as added by the resource, and `pulumi destroy` removes them."
      : "The entries are adopted: `pulumi destroy` keeps them. With claimExisting: true (--claim), it removes them.",
  ];
  const lines = [
    ...lists.flatMap(describeList),
    ...(program.files.length > 0 ? [`Added to the program: ${quoteList(program.files)}.`] : []),
    ...(program.text === "" ? ["No list was changed."] : effects),
    ...steps,
  ];
  return `${lines.join("\n")}\n`;
}

/** The number of entries that are named. */
const nameLimit = 20;

function describeList(pulled: PulledList): readonly string[] {
  const { appListId, name, files, undeclarable, notVerified, hasAssociatedCampaigns, resource } = pulled;
  const leftOut = undeclarable.map(({ kind, entry, problem }) => `${kindName(kind, 1)} ${quote(entry)} ${problem}`);
  const more = leftOut.length - nameLimit;
  const lines = [
    ...files.map(({ kind, path, entries, added, removed }) => {
      const counts = [formatKindCount(kind, entries), `${formatCount(added)} added`, `${formatCount(removed)} removed`];
      return `${quote(path)}: ${(added === entries && removed === 0 ? counts.slice(0, 1) : counts).join(", ")}`;
    }),
    ...(files.length === 0 ? ["It has no entries that a program can declare."] : []),
    ...(resource === undefined ? ["The program already declares it."] : []),
    ...leftOut.slice(0, nameLimit).map((entry) => `Left out, because no program can declare it: ${entry}`),
    ...(more > 0 ? [`Left out as well: ${formatCount(more)} more`] : []),
    ...notVerified.map(
      (kind) => `Not verified: ${kindName(kind, 0)}, which the API does not show. They stay unmanaged.`,
    ),
  ];
  const head = `Pulled ${nameList(appListId, name)}.${hasAssociatedCampaigns === true ? " Campaigns use it." : ""}`;
  return [head, ...lines.map((line) => `  ${line}`)];
}
