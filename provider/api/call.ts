import { version } from "../common/version";
import type { SettingOwner } from "./keys";
import type { HttpRequest } from "./http";
import type { Redactor } from "./redaction";
import type { Settings } from "./settings";

/** The purpose of a request. Only "change" can have an effect on a list. A probe is a removal without an effect. */
export type RequestPurpose = "token" | "change" | "probe" | "read" | "campaigns";

export interface Call {
  readonly owner: SettingOwner;
  /** Knows the secrets of the account, including the issued tokens. */
  readonly redactor: Redactor;
  readonly purpose: RequestPurpose;
  readonly request: HttpRequest;
  /** The path for messages, without secrets and without the query of readPath. The query can contain a key. */
  readonly shownPath: string;
  /** The activity of the request, in a sentence: "3 app bundles were being added". */
  readonly activity: string;
  /** The content of the request, for the log: the number of entries of each kind. */
  readonly content?: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly appListId?: number;
}

export type CallSettings = Pick<Settings, "baseUrl"> & Pick<Call, "owner" | "redactor">;

const json = { accept: "application/json", "accept-encoding": "identity" };

/** Builds a call to a path below the base URL. The access token is added when it is sent. */
export function buildCall(
  { owner, baseUrl, redactor }: CallSettings,
  what: Pick<Call, "purpose" | "activity" | "content" | "appListId">,
  { method, path, headers, body }: HttpRequest,
): Call {
  const { origin } = new URL(baseUrl);
  const request = {
    method,
    path: baseUrl.slice(origin.length) + path,
    headers: { ...json, "user-agent": `pulumi-app-list/${version}`, ...headers },
    body,
  };
  const shown = what.purpose === "read" ? request.path.replace(/\?.*$/su, "") : request.path;
  return { ...what, owner, redactor, request, shownPath: redactor.redact(shown), origin };
}
