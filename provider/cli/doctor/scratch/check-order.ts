import type { ScratchList } from "./scratch-list";
import type { Finding } from "../finding";

/** Labels that come in another order when they are sorted, and when they are reversed. */
const labels = ["F1", "A1", "C1"] as const;

/** Adds three entries at once: in which order are they shown? Nothing depends on it. */
export async function checkOrder(scratch: ScratchList): Promise<readonly Finding[]> {
  const sent = labels.map((label) => scratch.entries.one("appBundles", label));
  const reply = await scratch.add({ appBundles: sent });
  if (reply.outcome === "refused") {
    return [
      { check: "order", verdict: "notVerified", says: `The order in answers is not known. ${reply.error.message}` },
    ];
  }
  return [{ check: "order", verdict: "fine", says: describeOrder(sent, reply.list.entries.appBundles ?? []) }];
}

/**
 * Says in which order entries are shown.
 *
 * @param sent the entries in the order in which they were added, all in another letter case than any other that is shown.
 */
export function describeOrder(sent: readonly string[], shown: readonly string[]): string {
  const known = new Set(sent.map((entry) => entry.toLowerCase()));
  const order = shown.map((entry) => entry.toLowerCase()).filter((entry) => known.has(entry));
  const isAs = (other: readonly string[]): boolean => order.join() === other.map((one) => one.toLowerCase()).join();
  if (isAs(sent)) return "Answers show entries in the order in which they were added.";
  if (isAs(sent.toSorted())) return "Answers show entries sorted.";
  if (isAs(sent.toReversed())) return "Answers show the entries that were added last first.";
  return "Answers show entries in an order of their own.";
}
