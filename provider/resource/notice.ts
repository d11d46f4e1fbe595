type Severity = "info" | "warning" | "error";

/**
 * What a notice about a list is about, as it is printed. The report reads it: no program reads the words of a message.
 *
 * - plan: what a change adds and removes, which the report shows in another way.
 * - over the limit: a change that the guard stops, with the digest that approves it, if there is one.
 */
const topics = ["plan", "drift", "not verified", "over the limit"] as const;

type Topic = (typeof topics)[number];

/** A message for the person who runs Pulumi. */
export interface Notice {
  readonly severity: Severity;
  /** A list, or the package. Default: the resource at which it is shown, or the stack. */
  readonly subject?: string;
  /** Default: none of them. */
  readonly topic?: Topic;
  readonly digest?: string | undefined;
  readonly message: string;
}

export type Print = (notice: Notice) => void;

/**
 * Prints a notice: `app list 4321: over the limit [0123456789abcdef]: …`.
 *
 * @param withSeverity whether the output has no severities of its own: `app list 4321: warning: moved from …`.
 */
export function printNotice(notice: Notice, withSeverity = false): string {
  const { severity, subject, topic, digest, message } = notice;
  const mark = withSeverity && severity !== "info" ? severity : undefined;
  const start = topic !== undefined && digest !== undefined ? `${topic} [${digest}]` : topic;
  return [subject, mark, start, message].filter((part) => part !== undefined).join(": ");
}

const start = new RegExp(
  String.raw`^(app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?: )(?:(warning|error): )?` +
    String.raw`(?:(${topics.join("|")})(?: \[([0-9a-f]{16})\])?: )?`,
  "u",
);

/** Reads a notice about a list that {@link printNotice} has printed. Undefined if the text is another one. */
export function readNotice(text: string) {
  const [whole, list, id, severity, words, digest] = start.exec(text) ?? [];
  if (whole === undefined || list === undefined) return undefined;
  const topic = topics.find((each) => each === words);
  return { list, appListId: Number(id), severity, topic, digest, message: text.slice(whole.length) };
}

/** The environment variable with the digests of approved changes. There is no setting: Pulumi would save it. */
export const approvalVariable = "APP_LIST_APPROVE";

/** The variable with digests, as it is written before a command. */
export function printApproval(digests: readonly string[]): string {
  return `${approvalVariable}=${digests.join(",")}`;
}
