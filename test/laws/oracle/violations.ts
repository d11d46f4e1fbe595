/** The laws that hold for every command of every stack, whatever the API, the network and others do. */
export type Law =
  | "only declared entries are added"
  | "only entries that the stack manages are removed"
  | "no request removes a declared entry"
  | "no request removes an entry of a resource that was refused"
  | "the entries of a refused resource stay in the list"
  | "only creates and updates add"
  | "no entry is added twice"
  | "every declared entry is listed after an up"
  | "an added entry is removed after its last declaration"
  | "an exclusive list has no other entry after an up --refresh"
  | "the state claims only listed entries"
  | "the state claims every declared entry after an up"
  | "an entry counts as added only if the stack added it"
  | "an entry that the stack added is not adopted"
  | "a refusal takes no listed entry out of the state"
  | "what is adopted, kept or gone is reported"
  | "a command without a difference sends nothing"
  | "a refresh changes no list"
  | "a refresh keeps every resource"
  | "a refresh reports a list that it could not read"
  | "no request is about a list or a path that nobody named"
  | "a sentinel is removed again"
  | "a sentinel is no entry of a resource"
  | "a refresh counts the unmanaged entries"
  | "the state keeps which kinds the API has shown"
  | "a command fails only with a cause"
  | "an error is a sentence"
  | "the requests of a command are bounded"
  | "no output has a secret";

/** What breaks a law. */
export interface Violation {
  readonly law: Law;
  readonly by: string;
}

/** Breaks of a law by entries. */
export function violations(law: Law, by: Iterable<string>): readonly Violation[] {
  return Array.from(by, (each) => ({ law, by: each }));
}

/** Violations as texts. */
export function describeViolations(found: readonly Violation[]): readonly string[] {
  return found.map(({ law, by }) => `${by}: ${law}`);
}

/** @throws Error with the violations, if there are any. */
export function requireNone(found: readonly Violation[]): void {
  if (found.length > 0) throw new Error(describeViolations(found).join("\n"));
}
