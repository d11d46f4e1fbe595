import type { Action, Entries } from "../list/entries";
import type { ApiError } from "../api/errors";
import type { Judgement } from "../list/limits";
import type { NotVerified } from "./observe";

/** Why a change did not reach its goal. */
export type Failure =
  /**
   * - `CHANGE_INTERRUPTED`: a request failed during the change, or its outcome is not known.
   * - `PERMISSION_DENIED`: the login may not change the list, or may no longer change it.
   * - `INTERNAL`: a request was not sent, because it must not name some of its entries. This is a defect of this
   *   package.
   */
  | {
      readonly code: "CHANGE_INTERRUPTED" | "PERMISSION_DENIED" | "INTERNAL";
      readonly cause: ApiError | undefined;
    }
  /** The command was canceled. Nothing was sent after that. */
  | { readonly code: "COMMAND_CANCELED" }
  /** An exclusive list could not be read. */
  | { readonly code: "LIST_UNVERIFIED"; readonly first: NotVerified }
  /**
   * The API refused entries, the first ones with this error. All others were sent, unless another failure ended the
   * change. `alone`: each was sent alone. `together`: it is not known which of them the API refuses.
   */
  | {
      readonly code: "ENTRIES_REFUSED";
      readonly action: Action;
      readonly alone: Entries;
      readonly together: Entries;
      readonly error: ApiError;
    }
  /**
   * The API returned success, but the list does not have the result. `missing`: entries that the response to their own
   * addition lacks. `removedMeanwhile`: added entries that a later response lacks. `remaining`: entries that are still
   * in the list after their removal.
   */
  | ({ readonly code: "ENTRIES_NOT_APPLIED" } & Partial<Record<"missing" | "removedMeanwhile" | "remaining", Entries>>)
  /** The change is over a limit, and nobody has approved it. It removed nothing. */
  | { readonly code: "CHANGE_LIMIT"; readonly judgements: readonly Judgement[] };
