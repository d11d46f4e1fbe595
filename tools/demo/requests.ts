import type { JournalEntry } from "pulumi-app-list/simulator";

/** Names requests as the documentation does: "token, probe, add 291". */
export function describeRequests(journal: readonly JournalEntry[]): string {
  return journal.length === 0 ? "none" : journal.map(describeRequest).join(", ");
}

function describeRequest({ action, entries = {} }: JournalEntry): string {
  const sent = Object.values(entries).flat();
  const [first = ""] = sent;
  // The removal of an app bundle that cannot exist reads the list.
  if (action === "remove" && sent.length === 1 && first.startsWith("invalid.")) return "probe";
  return action === "add" || action === "remove" ? `${action} ${sent.length}` : action;
}
