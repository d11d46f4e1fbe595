import { ServiceError } from "../service/errors";
import { ifGone } from "./errors";
import {
  notFoundError,
  observe,
  observeAfter,
  pauseBeforeRepeat,
  type ListAccess,
  type Observation,
  type ReadBy,
} from "./observe";

/** A list that is proven not to exist. */
export interface Gone {
  readonly outcome: "gone";
}

/**
 * Reads a list in an operation that adds nothing, a refresh or a delete, and finds out whether it still exists.
 *
 * A 404 alone does not prove that a list is gone: a gateway can return it, and so can an API when an entry is absent. So
 * it counts only if it is repeated, if reading worked before, if a list that cannot exist gets the same response while the API
 * works, and if it is an error of the API about this list: of the form of its other errors, and with words of its own.
 *
 * @param readBefore how this list was read when that last worked.
 * @throws {ServiceError} if the list cannot be read for another reason.
 */
export async function observeOrGone(access: ListAccess, readBefore: ReadBy | undefined): Promise<Observation | Gone> {
  const first = await observeAfter(access, readBefore);
  const firstError = notFoundError(first);
  if (firstError === undefined) return first;
  await access.service.wait(pauseBeforeRepeat, access.deadline);
  const second = await observeAfter(access, readBefore);
  const error = notFoundError(second);
  if (error === undefined) return second;
  const doubt = await findDoubt(access, firstError, error, readBefore);
  if (doubt === undefined) return { outcome: "gone" };
  const answer = error.detail === undefined ? "404" : `404 (${error.detail})`;
  const reason = `the API returns ${answer}, which does not prove that the list is gone: ${doubt}. ${ifGone}`;
  return { outcome: "notVerified", cause: error, reason };
}

/** Whether the list is proven not to exist; false if that cannot be found out. */
export async function isProvenGone(access: ListAccess, readBefore: ReadBy | undefined): Promise<boolean> {
  try {
    return (await observeOrGone(access, readBefore)).outcome === "gone";
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Why responses with 404 do not prove that the list is gone; undefined if they do. */
async function findDoubt(
  access: ListAccess,
  first: ServiceError,
  second: ServiceError,
  readBefore: ReadBy | undefined,
): Promise<string | undefined> {
  if (readBefore !== access.observe) return "this list was never read in this way before";
  const { service, appListId, deadline } = access;
  const words = wordsAbout(second, appListId);
  if (wordsAbout(first, appListId) !== words) return "it responded to the same request in two ways";
  try {
    const otherId = impossibleId(appListId);
    const other = notFoundError(await observe({ ...access, appListId: otherId }));
    if (other === undefined || wordsAbout(other, otherId) !== words) {
      return "it responds differently for a list that cannot exist";
    }
    const unknown = await service.requestUnknownPath(appListId, { deadline });
    if (unknown === undefined || second.bodyForm() === undefined || unknown.bodyForm() !== second.bodyForm()) {
      return "the response does not have the form of the API's other errors, so it can be that of a gateway";
    }
    if (wordsAbout(unknown, appListId) === words) return "it responds alike for a path that does not exist";
    await service.requestCampaign({ deadline });
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return `another request failed as well. ${error.message}`;
    throw error;
  }
}

/** The words of an error, without the names of its subject. */
function wordsAbout(error: ServiceError, appListId: number): string {
  return error.reasonWithout([error.path, String(appListId)]);
}

/** The largest ID that fits into 32 bits: a larger one could be refused for its size. */
function impossibleId(appListId: number): number {
  const largest = 2 ** 31 - 1;
  return appListId === largest ? largest - 1 : largest;
}
