type Severity = "info" | "warning" | "error";

/**
 * The topics of notices about lists, as they are printed. The report reads the topic, and never the words of a message.
 *
 * - plan: the effect of a change. The report shows it in another way.
 * - over the limit: a change that the guard stops. If it can be approved, the digest follows.
 */
const topics = ["plan", "drift", "not verified", "over the limit"] as const;

type Topic = (typeof topics)[number];

/** A message for the person who runs Pulumi. */
export interface Notice {
  readonly severity: Severity;
  /** The name of a list, or "app-list". Default: the resource or the stack at which Pulumi shows the notice. */
  readonly subject?: string;
  /** Default: none. */
  readonly topic?: Topic;
  readonly digest?: string | undefined;
  readonly message: string;
}

export type Print = (notice: Notice) => void;

/**
 * Prints a notice: `app list 4321: over the limit [0123456789abcdef]: …`.
 *
 * @param withSeverity whether to print the severity, for outputs without severities of their own: `app list 4321:
 *   warning: moved from …`.
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

/** Reads a notice about a list that {@link printNotice} has printed; undefined if the text is something else. */
export function readNotice(text: string) {
  const [whole, list, id, severity, words, digest] = start.exec(text) ?? [];
  if (whole === undefined || list === undefined) return undefined;
  const topic = topics.find((each) => each === words);
  return { list, appListId: Number(id), severity, topic, digest, message: text.slice(whole.length) };
}

/** The environment variable with the digests of approved changes. It is not a setting, because Pulumi would save it. */
export const approvalVariable = "APP_LIST_APPROVE";

/** The variable with digests, as it is written before a command. */
export function printApproval(digests: readonly string[]): string {
  return `${approvalVariable}=${digests.join(",")}`;
}
