import type { ApiError } from "../api/errors";
import type { Meaning } from "../api/meaning";

/** How a list can be read again. */
export type Reader =
  /** By the probe, or from the read endpoint. */
  { readonly by: "probe" | "read" } | SentinelReader | { readonly by: "none" };

export interface SentinelReader {
  readonly by: "sentinel";
  /** How the API refuses to remove an absent entry, such as the probe. */
  readonly refusal: ApiError;
}

/** The reader of a list that cannot be read, or not any more. */
export const noReader: Reader = { by: "none" };

const refusesEntries = new Set<Meaning>(["conflict", "aboutEntries"]);

/** The ways in which an API may refuse to remove an absent entry. */
export const refusesAbsence = new Set<Meaning>([...refusesEntries, "absent", "unsupported", "notImplemented"]);

/**
 * Whether a request was refused because of its entries.
 *
 * @param reader that of the list, for a removal: it shows how the API refuses to remove an absent entry. Default: not
 *   known.
 */
export function isAboutEntries({ meaning, status }: ApiError, reader = noReader): boolean {
  const isAbsence = reader.by === "sentinel" && status === reader.refusal.status && refusesAbsence.has(meaning);
  return refusesEntries.has(meaning) || isAbsence;
}
