import type { EntryLists } from "./app-list";
import type { Fault } from "./fault";
import type { SimulatedAction } from "./request";

/** A request and its outcome. It contains no secret: no headers, no query, no token, and no body of a token call. */
export interface JournalEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly action: SimulatedAction;
  readonly appListId?: number;
  /**
   * The position of the account, from 0; undefined if the simulator has only one account, or the request names none.
   */
  readonly account?: number;
  /** The entries of a PATCH, whether it succeeded or not; undefined if its body could not be read. */
  readonly entries?: Partial<EntryLists>;
  /** The requested page of campaigns; undefined if the query has none or could not be read. */
  readonly page?: number;
  /** The requested size of a page of campaigns; undefined if the query has none or could not be read. */
  readonly perPage?: number;
  /** Undefined if there was no answer, or the client no longer waited. */
  readonly status: number | undefined;
  /** The fault of this request. */
  readonly fault?: { readonly effect: Fault["effect"]; readonly kind: Fault["answer"]["kind"] };
}
