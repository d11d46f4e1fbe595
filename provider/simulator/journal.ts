import type { EntryLists } from "./app-list";
import { readPaging } from "./campaigns";
import type { Delivery, Fault } from "./fault";
import { readPatchBody } from "./patch-body";
import { decodeText, type ReceivedRequest } from "./request";
import { type Action, appListIdOf, type Route } from "./route";

/**
 * A request that arrived, and what became of it. It carries no secret: no headers, no query, no token, nothing of the
 * body of a token call.
 */
export interface JournalEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly action: Action;
  readonly appListId?: number;
  /** What a PATCH asked for, whether it was granted or not; left out when its body could not be read. */
  readonly entries?: Partial<EntryLists>;
  /** The page of campaigns that was asked for; left out when the query named none or could not be read. */
  readonly page?: number;
  /** The campaigns a page that were asked for; left out likewise. */
  readonly perPage?: number;
  /** Undefined where no answer was given. */
  readonly status: number | undefined;
  /** The fault that struck. */
  readonly fault?: { readonly effect: Fault["effect"]; readonly kind: Fault["answer"]["kind"] };
}

/** What the journal says of a request. */
export function journalEntry(
  request: ReceivedRequest,
  route: Route,
  delivery: Delivery,
  fault: Fault | undefined,
): JournalEntry {
  const appListId = appListIdOf(route);
  return {
    method: request.method,
    path: request.path,
    action: route.action,
    ...(appListId !== undefined && { appListId }),
    ...askedOf(request, route),
    status: "answer" in delivery ? delivery.answer.status : undefined,
    ...(fault && { fault: { effect: fault.effect, kind: fault.answer.kind } }),
  };
}

function askedOf(request: ReceivedRequest, route: Route): Pick<JournalEntry, "entries" | "page" | "perPage"> {
  switch (route.action) {
    case "add":
    case "remove": {
      const text = request.body && decodeText(request.body);
      const body = text === undefined ? undefined : readPatchBody(text);
      return body?.kind === "read" ? { entries: body.entries } : {};
    }
    case "campaigns": {
      const { page, perPage } = readPaging(request.query) ?? {};
      return { ...(page !== undefined && { page }), ...(perPage !== undefined && { perPage }) };
    }
    case "token":
    case "read":
    case "other":
      return {};
  }
}
