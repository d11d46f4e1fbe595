import { shownUrl } from "./identity";

/** The data of a printed notice, for `app-list report`. */
export interface ParsedNotice {
  readonly topic: Topic;
  readonly appListId: number;
  /** The line itself. Two notices with the same line are the same. */
  readonly line: string;
  /** Of a list that is read at another base URL or through another account from now on: the old one, as printed. */
  readonly from?: string | undefined;
}

/** The topics that the report distinguishes. */
export type Topic = "drift" | "driftUnknown" | "notVerified" | "change" | "moved" | "other";

/** How the text of a topic starts; no start is the start of another one that follows it. */
const starts = {
  drift: "drift: ",
  driftUnknown: "not verified, so drift is not known: ",
  notVerified: "not verified",
  moved: "warning: moved from ",
  change: "update: ",
} as const satisfies Partial<Record<Topic, string>>;

/** Recognises a line of the provider. A line about a list with an unknown start has the topic "other". */
export function parseNotice(line: string): ParsedNotice | undefined {
  const [, id, body] = /^app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?: (.*)$/su.exec(line) ?? [];
  if (id === undefined || body === undefined) return undefined;
  const appListId = Number(id);
  // A change with entries starts with their number, as in "+1 −2 app bundles".
  if (/^[+−]\d/u.test(body)) return { topic: "change", appListId, line };
  const topic = topics.find((candidate) => body.startsWith(starts[candidate])) ?? "other";
  if (topic !== "moved") return { topic, appListId, line };
  const from = /^(?:the default account|(?:account )?"(?:[^"\\]|\\.)*")/u.exec(body.slice(starts.moved.length))?.[0];
  return { topic, appListId, line, from };
}

/** Marks a notice as a warning, as the provider does: a host whose log has severities removes the mark. */
export function markWarning(line: string): string {
  return line.replace(/^(app list \d{1,15}(?: "(?:[^"\\]|\\.)*")?): (?!warning: )/u, "$1: warning: ");
}

/** Whether a notice is about a list that was at this base URL until now. */
export function isMoveFrom({ topic, from }: ParsedNotice, baseUrl: string): boolean {
  return topic === "moved" && from === shownUrl(baseUrl);
}

const topics = ["drift", "driftUnknown", "notVerified", "moved", "change"] as const;
