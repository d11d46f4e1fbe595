import type { JournalEntry } from "pulumi-app-list/simulator";

/** What the service was asked for, in the words of the documentation: "token, probe, add 291". */
export function requestsOf(journal: readonly JournalEntry[]): string {
  return journal.length === 0 ? "none" : journal.map(nameOf).join(", ");
}

function nameOf({ action, entries = {} }: JournalEntry): string {
  const sent = Object.values(entries).flat();
  const [first = ""] = sent;
  // What reads the list: the removal of an app bundle that cannot exist.
  if (action === "remove" && sent.length === 1 && first.startsWith("invalid.")) return "probe";
  return action === "add" || action === "remove" ? `${action} ${sent.length}` : action;
}
