import type { Entries } from "../list/entries";
import type { Settings } from "./settings";
import { buildCall, type Call, type CallSettings } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redaction";
import { readResponse } from "./response";
import { appListSchema, type AppList } from "./schemas";
import { changeBody } from "./wire";

/** Only the kinds that have entries are sent. */
export function changeCall(
  settings: CallSettings,
  appListId: number,
  action: "add" | "remove",
  entries: Entries,
  purpose: "change" | "probe",
): Call {
  const path = `/v1/app_list/${appListId}/${action}`;
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(changeBody(entries));
  return buildCall(settings, purpose, { method: "PATCH", path, headers, body }, appListId);
}

export function readCall(settings: CallSettings & Pick<Settings, "readPath">, appListId: number): Call {
  if (settings.readPath === undefined) throw new RangeError("The settings have no readPath.");
  const path = settings.readPath.replaceAll("{id}", String(appListId));
  return buildCall(settings, "read", { method: "GET", path, headers: {} }, appListId);
}

/**
 * The whole list in the response to a change or a read. Name and description are redacted: they are shown and kept in
 * the state, and the API may repeat anything in them.
 */
export function processAppList(call: Call, exchange: Exchange, redactor: Redactor): AppList {
  const listSchema = appListSchema.superRefine(({ id }, context) => {
    if (id !== call.appListId) context.addIssue(`it is about app list ${id} and not ${call.appListId}`);
  });
  const list = readResponse(call, exchange, redactor, listSchema);
  return { ...list, name: redactText(redactor, list.name), description: redactText(redactor, list.description) };
}

function redactText(redactor: Redactor, text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactor.redact(text);
}
