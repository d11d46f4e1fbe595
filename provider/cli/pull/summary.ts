import type { Undeclarable } from "./partition";
import { formatCount } from "../../common/format";
import { quote } from "../../common/quote";
import { formatKindCount, kindName, type Kind } from "../../list/kinds";
import { nameList } from "../../list/summary";

/** The result of a pull. */
export interface PullResult {
  readonly appListId: number;
  readonly name: string | undefined;
  readonly hasAssociatedCampaigns: boolean | undefined;
  readonly files: readonly { readonly kind: Kind; readonly path: string; readonly entries: number }[];
  /** The file with the program; undefined if the program was printed. */
  readonly programFile: string | undefined;
  readonly undeclarable: readonly Undeclarable[];
  readonly notShown: readonly Kind[];
}

/** The number of entries that are named. */
const nameLimit = 20;

/** The files that were written, and what the first `pulumi up` and a `pulumi destroy` of the program do. */
export function summarisePull(
  result: PullResult,
  { claim, exclusive }: { readonly claim: boolean; readonly exclusive: boolean },
): string {
  const { files, undeclarable } = result;
  const lines = [
    `Pulled ${nameList(result.appListId, result.name)}. The list was not changed.`,
    ...files.map(({ kind, path, entries }) => `  ${formatKindCount(kind, entries)} in ${quote(path)}`),
    ...(files.length === 0 ? ["  It has no entries that a program can declare. No list file was written."] : []),
    ...(result.programFile === undefined ? [] : [`  the program in ${quote(result.programFile)}`]),
    ...(result.hasAssociatedCampaigns === true ? ["Campaigns use the list."] : []),
    ...describeUndeclarable(undeclarable, exclusive),
    ...result.notShown.map(
      (kind) =>
        `Not verified: the API does not show the ${kindName(kind, 0)} of a list. If the list has any, they are not ` +
        "managed and stay in it.",
    ),
    ...(exclusive && undeclarable.length > 0
      ? []
      : ["The first `pulumi up` of this program does not change the list."]),
    claim
      ? "claimExisting: the entries count as added by the resource, and `pulumi destroy` removes them."
      : "The entries are adopted: `pulumi destroy` keeps them. With claimExisting: true (--claim), it removes them.",
    ...(exclusive ? ["exclusive: `pulumi up` removes all entries that this program does not declare."] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

function describeUndeclarable(undeclarable: readonly Undeclarable[], exclusive: boolean): readonly string[] {
  if (undeclarable.length === 0) return [];
  const more = undeclarable.length - nameLimit;
  return [
    `Left out, because no program can declare them: ${formatCount(undeclarable.length)}.`,
    ...undeclarable
      .slice(0, nameLimit)
      .map(({ kind, entry, problem }) => `  ${kindName(kind, 1)} ${quote(entry)} ${problem}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
    exclusive
      ? "exclusive: the first `pulumi up` of this program removes them from the list."
      : "They stay in the list.",
  ];
}
