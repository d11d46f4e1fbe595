import { quote } from "../../common/quote";

/** The environment variable with the digests of approved changes. It is not a setting, because Pulumi would save it. */
export const approvalVariable = "APP_LIST_APPROVE";

interface Sentence {
  /** Default: an info. */
  readonly severity?: "warning";
  /**
   * @param names the entries, or their number if they are secret.
   * @param detail what else the fact names, such as a reason or another resource.
   */
  readonly print: (names: string, detail: string) => string;
}

const whileAdopted = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/** The sentences about facts: each leads to a step, or describes what was done. */
const sentences = {
  added: { print: (names) => `added ${names}.` },
  adopted: { print: (names) => `adopted ${names} already in the list. ${whileAdopted}` },
  // An approval that stays set would also allow the same removal later.
  approvalUsed: {
    print: (_, detail) =>
      `the approval ${detail} was used. Remove it from ${approvalVariable}, or its line from the file.`,
  },
  becomesExclusive: {
    severity: "warning",
    print: (_, detail) =>
      "every entry of the list that is not in the program is removed. To see them, and to approve two or more of a kind: " +
      detail,
  },
  claimed: {
    print: (names) => `claimExisting is true, so pulumi destroy will remove adopted entries, too: ${names}.`,
  },
  hidden: {
    print: (_, counts) => `not verified: the API does not show ${counts} that it accepted.`,
  },
  hiddenKind: {
    print: (_, detail) => `not verified: the API does not show ${detail}, so unmanaged ones may be in the list.`,
  },
  imported: {
    print: (names) =>
      `imported ${names}. They count as adopted: pulumi destroy keeps them, unless claimExisting is true.`,
  },
  kept: { print: (names) => `kept adopted entries in the list: ${names}.` },
  leftOut: {
    severity: "warning",
    print: (names) => `left out, because no program can declare them: ${names}.`,
  },
  maybeAdopted: { print: (names) => `adopted ${names} that may have been in the list before. ${whileAdopted}` },
  missing: { print: (names) => `drift: ${names} missing. pulumi up adds the entries that are still declared.` },
  moved: {
    severity: "warning",
    print: (_, detail) =>
      `moved ${detail}. This is another list: pulumi up reads it, adopts the declared entries that are already there, and ` +
      "removes nothing from the old one. If it is the same list, set claimExisting: true for one pulumi up.",
  },
  notRead: { severity: "warning", print: (_, detail) => `not verified: ${detail}` },
  released: {
    print: (names) =>
      `imported, but not declared: ${names}. The resource does not manage these entries, and they stay in the list.`,
  },
  removed: { print: (names) => `removed ${names}.` },
  returned: {
    severity: "warning",
    print: (names) =>
      `in the list again: ${names}. They were missing when the list was last read, so another writer may have added them, ` +
      "and pulumi destroy keeps them. If nobody else needs them, remove them by hand.",
  },
  sentinelLeft: {
    severity: "warning",
    print: (_, detail) =>
      `a helper entry is still in the list: ${quote(detail)}. It matches no app. The next change removes it.`,
  },
  spared: {
    print: (names, detail) => {
      const who = detail === "" ? "another resource" : `resource ${quote(detail)}`;
      return `kept in the list, because ${who} declares them: ${names}.`;
    },
  },
  unexpected: {
    print: (names) =>
      `drift: ${names} unexpected. While exclusive is true, pulumi up removes the entries that are not declared.`,
  },
  unreadBefore: { print: (_, detail) => `the list could not be read before the change: ${detail}.` },
  vanished: {
    severity: "warning",
    print: (names) => `unmanaged entries disappeared from the list: ${names}. No request of this change named them.`,
  },
} satisfies Readonly<Record<string, Sentence>>;

/** What an operation has found or done. */
export type FactCode = keyof typeof sentences;

export function sentenceOf(code: FactCode): Sentence {
  return sentences[code];
}
