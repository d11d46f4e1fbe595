import type { Undeclarable } from "./pulled-list";
import { quote } from "../../common/quote";
import { countOf, nameOf, type Kind } from "../../list/kinds";
import { formatCount } from "../../common/format";
import { nameList } from "../../list/summary";

/** What was pulled. */
export interface Pulled {
  readonly appListId: number;
  readonly name: string | undefined;
  readonly hasAssociatedCampaigns: boolean | undefined;
  readonly files: readonly { readonly kind: Kind; readonly path: string; readonly entries: number }[];
  /** The file with the program; undefined where it was printed. */
  readonly programFile: string | undefined;
  readonly undeclarable: readonly Undeclarable[];
  readonly notShown: readonly Kind[];
}

/** Most entries that are named. */
const mostNamed = 20;

/** Says what was written, and what the program that manages it means for the entries. */
export function explain(pulled: Pulled, chosen: { readonly claim: boolean; readonly exclusive: boolean }): string {
  const { files } = pulled;
  const lines = [
    `${nameList(pulled.appListId, pulled.name)} was looked at and not changed.`,
    ...files.map(({ kind, path, entries }) => `  ${countOf(kind, entries)} in ${quote(path)}`),
    ...(files.length === 0 ? ["  It holds nothing that a program can declare; no file of entries was written."] : []),
    ...(pulled.programFile === undefined ? [] : [`  the program in ${quote(pulled.programFile)}`]),
    ...(pulled.hasAssociatedCampaigns === true ? ["Campaigns are associated with it."] : []),
    ...aboutUndeclarable(pulled.undeclarable, chosen.exclusive),
    ...pulled.notShown.map(
      (kind) =>
        `Not verified: the service does not show the ${nameOf(kind, 0)} of a list. If it has some, they stay, and are ` +
        "not managed.",
    ),
    ...(chosen.exclusive && pulled.undeclarable.length > 0
      ? []
      : ["The first up of this program changes nothing in the list."]),
    chosen.claim
      ? "claimExisting: the entries count as the resource's own, and destroy removes them."
      : "The entries are adopted: destroy leaves them. With claimExisting: true (--claim) it removes them.",
    ...(chosen.exclusive ? ["exclusive: what others put into the list from now on is removed by the next up."] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

function aboutUndeclarable(undeclarable: readonly Undeclarable[], exclusive: boolean): readonly string[] {
  if (undeclarable.length === 0) return [];
  const more = undeclarable.length - mostNamed;
  return [
    `Left out, since no program can declare them: ${formatCount(undeclarable.length)}.`,
    ...undeclarable
      .slice(0, mostNamed)
      .map(({ kind, entry, problem }) => `  ${nameOf(kind, 1)} ${quote(entry)} ${problem}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
    exclusive
      ? "exclusive removes them from the list with the first up: nothing but what is declared may stand in it."
      : "They stay in the list.",
  ];
}
