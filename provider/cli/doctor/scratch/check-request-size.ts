import type { ScratchList } from "./scratch-list";
import { formatCount } from "../../../common/format";
import type { Finding } from "../finding";

/** What is known of the sizes that requests may have, in entries. */
export interface KnownSizes {
  /** The largest that was accepted. */
  readonly accepted: number;
  /** The smallest that was refused, and its status; undefined where none was. */
  readonly refused?: { readonly size: number; readonly status: number };
  /** How many sizes were tried since the first refusal. */
  readonly narrowed: number;
}

/** After a refusal, so many sizes between are tried. */
const mostNarrowed = 6;

/**
 * The size to try next: ten times as many each time; after a refusal, the middle.
 *
 * @returns undefined where enough is known.
 */
export function nextSize({ accepted, refused, narrowed }: KnownSizes, largest: number): number | undefined {
  if (refused === undefined) return accepted >= largest ? undefined : Math.min(accepted * 10, largest);
  const isKnown = refused.size - accepted <= 1 || narrowed >= mostNarrowed;
  return isKnown ? undefined : Math.floor((accepted + refused.size) / 2);
}

/**
 * Finds out how many entries one request may have. What was added is removed before the next size is tried, so that the
 * list does not grow.
 *
 * @param largest the most entries of one request.
 */
export async function checkRequestSize(scratch: ScratchList, largest: number): Promise<readonly Finding[]> {
  if (scratch.own.appBundles.size === 0) {
    return [{ check: "requestSize", verdict: "notVerified", says: "How large a request may be is not known." }];
  }
  // One entry in a request has been accepted, or there would be none in the list.
  let known: KnownSizes = { accepted: 1, narrowed: 0 };
  for (let size = nextSize(known, largest); size !== undefined; size = nextSize(known, largest)) {
    const batch = batchOf(scratch, size);
    const reply = await scratch.add({ appBundles: batch });
    known = learn(known, size, reply.outcome === "refused" ? reply.status : undefined);
    if (reply.outcome === "shown" && (await scratch.remove({ appBundles: batch })).outcome === "refused") break;
  }
  return [describeSizes(known)];
}

function batchOf(scratch: ScratchList, size: number): readonly string[] {
  return Array.from({ length: size }, (_, index) => scratch.entries.one("appBundles", `D${size}.${index}`));
}

function learn(known: KnownSizes, size: number, refusal: number | undefined): KnownSizes {
  const narrowed = known.refused === undefined ? 0 : known.narrowed + 1;
  return refusal === undefined
    ? { ...known, accepted: size, narrowed }
    : { ...known, refused: { size, status: refusal }, narrowed };
}

function describeSizes({ accepted, refused }: KnownSizes): Finding {
  const most = formatCount(accepted);
  if (refused === undefined) {
    return {
      check: "requestSize",
      verdict: "fine",
      says: `A request with ${most} entries is accepted; more were not tried.`,
      learned: { about: "requestSize", mostAccepted: accepted },
    };
  }
  const cause = refused.status === 413 ? "" : ", be it for the size of the request or of the list";
  return {
    check: "requestSize",
    verdict: "fine",
    says: `A request with ${most} entries is accepted, one with ${formatCount(refused.size)} is refused (status ${refused.status})${cause}.`,
    learned: { about: "requestSize", mostAccepted: accepted, fewestRefused: refused.size },
  };
}
