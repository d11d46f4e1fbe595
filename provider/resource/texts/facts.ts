import { quote } from "../../common/quote";

/** The environment variable with the digests of approved changes. It is not a setting, because Pulumi would save it. */
export const approvalVariable = "APP_LIST_APPROVE";

const whileAdopted = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/**
 * Prints a fact as a sentence.
 *
 * @param names the entries, or their number if they are secret.
 * @param detail what else the fact names, such as a reason or another resource.
 */
type Print = (names: string, detail: string) => string;

/** The facts that lead to a step, or describe what was done. */
const infos = {
  added: (names) => `added ${names}.`,
  adopted: (names) => `adopted ${names} already in the list. ${whileAdopted}`,
  // An approval that stays set would also allow the same removal later.
  approvalUsed: (_, detail) =>
    `the approval ${detail} was used. Remove it from ${approvalVariable}, or its line from the file.`,
  claimed: (names) => `claimExisting is true, so pulumi destroy will remove adopted entries, too: ${names}.`,
  hidden: (_, counts) => `not verified: the API does not show ${counts} that it accepted.`,
  hiddenKind: (_, detail) => `not verified: the API does not show ${detail}, so unmanaged ones may be in the list.`,
  imported: (names) =>
    `imported ${names}. They count as adopted: pulumi destroy keeps them, unless claimExisting is true.`,
  kept: (names) => `kept adopted entries in the list: ${names}.`,
  maybeAdopted: (names) => `adopted ${names} that may have been in the list before. ${whileAdopted}`,
  missing: (names) => `drift: ${names} missing. pulumi up adds the entries that are still declared.`,
  released: (names) =>
    `imported, but not declared: ${names}. The resource does not manage these entries, and they stay in the list.`,
  removed: (names) => `removed ${names}.`,
  spared: (names, detail) => {
    const who = detail === "" ? "another resource" : `resource ${quote(detail)}`;
    return `kept in the list, because ${who} declares them: ${names}.`;
  },
  unexpected: (names) =>
    `drift: ${names} unexpected. While exclusive is true, pulumi up removes the entries that are not declared.`,
  unreadBefore: (_, detail) => `the list could not be read before the change: ${detail}.`,
} satisfies Readonly<Record<string, Print>>;

const warnings = {
  becomesExclusive: (_, detail) =>
    "every entry of the list that is not in the program is removed. To see them, and to approve two or more of a kind: " +
    detail,
  leftOut: (names) => `left out, because no program can declare them: ${names}.`,
  moved: (_, detail) =>
    `moved ${detail}. This is another list: pulumi up reads it, adopts the declared entries that are already there, and ` +
    "removes nothing from the old one. If it is the same list, set claimExisting: true for one pulumi up.",
  notRead: (_, detail) => `not verified: ${detail}`,
  returned: (names) =>
    `in the list again: ${names}. They were missing when the list was last read, so another writer may have added them, ` +
    "and pulumi destroy keeps them. If nobody else needs them, remove them by hand.",
  sentinelLeft: (_, detail) =>
    `a helper entry is still in the list: ${quote(detail)}. It matches no app. The next change removes it.`,
  vanished: (names) => `unmanaged entries disappeared from the list: ${names}. No request of this change named them.`,
} satisfies Readonly<Record<string, Print>>;

const sentences: Readonly<Record<FactCode, Print>> = { ...infos, ...warnings };

/** What an operation has found or done. */
export type FactCode = keyof typeof infos | keyof typeof warnings;

export function printFact(code: FactCode, names: string, detail: string) {
  const severity = code in warnings ? "warning" : "info";
  return { severity, message: sentences[code](names, detail) } as const;
}
