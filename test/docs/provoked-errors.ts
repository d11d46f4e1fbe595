import { z } from "zod";
import { CampaignListingIncompleteError } from "../../provider/api/campaigns";
import type { Call, RequestPurpose } from "../../provider/api/call";
import type { HttpExchange } from "../../provider/api/http";
import { sourceName } from "../../provider/api/keys";
import { Redactor } from "../../provider/api/redaction";
import { requestError } from "../../provider/api/request-error";
import { runProgram } from "../../provider/cli/run";
import { readStackConfig } from "../../provider/cli/stack-config";
import { writeFile } from "../../provider/cli/write-file";
import { NodeTooOldError } from "../../provider/common/node-version";
import { parseCsv } from "../../provider/files/csv-file";
import { ListFilesError } from "../../provider/files/errors";
import { readListFile } from "../../provider/files/read-list-file";
import { readListFiles } from "../../provider/files/read-list-files";
import { usualLimit } from "../../provider/list/limits";
import { Plugin } from "../../provider/hosts/plugin/plugin";
import { parsePreview } from "../../provider/report/preview";
import { getAppList } from "../../provider/resource/data-functions";
import { BaseUrlChangedError, PreviewOnlyError } from "../../provider/resource/texts/errors";
import { importList } from "../../provider/resource/read";
import { Run } from "../../provider/resource/run";
import { parseState } from "../../provider/resource/state";
import { internalError } from "../../provider/sync/access";
import { ChangeError } from "../../provider/resource/texts/failures";
import type { Failure } from "../../provider/sync/failure";
import { noReader } from "../../provider/sync/reader";
import { environmentFor, testTerminal, type TestTerminalOptions } from "../cli/terminal";
import { folderWith } from "../files/folder";
import { noEntries } from "../../provider/list/entries";
import { bundles } from "../list/entries";
import { operationOn } from "../resource/known-list";

function callFor(purpose: RequestPurpose): Call {
  const [method, path] =
    purpose === "token"
      ? (["POST", "/v1/authentication/token"] as const)
      : (["PATCH", "/v1/app_list/4321/add"] as const);
  const request = { method, path, headers: {} };
  const origin = "https://api.example.com";
  const activity = purpose === "token" ? "the provider was logging in" : "3 app bundles were being added";
  return {
    purpose,
    activity,
    request,
    shownPath: path,
    origin,
    owner: {},
    appListId: 4321,
    redactor: new Redactor([]),
  };
}

function failure(exchange: HttpExchange, purpose: RequestPurpose = "change") {
  return requestError(callFor(purpose), exchange);
}

const response = (status: number) => ({ outcome: "response", status, body: "" }) as const;
const reset: HttpExchange = { outcome: "noResponse", sent: true, reason: "read ECONNRESET" };

function changeError(details: Failure) {
  return new ChangeError({ failure: details, operation: operationOn({ name: "brand-safety" }) });
}

const errorSchema = z.object({ code: z.string(), message: z.string() });

/** The error that a command prints, as the programs behind a command do not always let it be caught. */
async function errorOfCommand(listId: string, options: TestTerminalOptions = {}) {
  const terminal = testTerminal(options);
  await runProgram(["show", listId], terminal);
  const [, start = "", code = "", rest = ""] = /^([^\n]*) \[(\w+)\]([^]*)\n$/u.exec(terminal.messages()) ?? [];
  return { code, message: start + rest };
}

const runWithoutSettings = (environment = {}) => new Run({ config: () => undefined, environment }, () => undefined);

/** What makes each error: most are provoked, those of a long way are made as that way makes them. */
const provocations: readonly (() => unknown)[] = [
  () => new NodeTooOldError("20.20.2", "/usr/bin/node"),
  () => runWithoutSettings({ APP_LIST_BASE_URL: "http://api.example.com" }).connect(undefined),
  () => failure(response(401), "token"),
  () => failure(response(403)),
  () => failure(response(404)),
  () => failure(response(405)),
  () => failure({ ...response(429), retryAfter: 600_000 }),
  () => failure({ outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED" }),
  () => requestError(callFor("change"), response(200), "it is not JSON"),
  () => failure(reset),
  () => new CampaignListingIncompleteError(100, "announced 250"),
  () => {
    const numbers = { changed: 600, whole: 1000, allowed: 300, entries: bundles("com.a"), names: bundles("com.a") };
    const judgement = { of: "own", kind: "appBundles", value: usualLimit, ...numbers } as const;
    return changeError({ code: "CHANGE_LIMIT", judgements: [judgement] });
  },
  () => {
    const refused = { alone: bundles("com.bad.x"), together: noEntries, error: failure(response(422)) };
    return changeError({ code: "ENTRIES_REFUSED", action: "add", ...refused });
  },
  () => changeError({ code: "ENTRIES_NOT_APPLIED", missing: bundles("com.own.a") }),
  () => changeError({ code: "CHANGE_INTERRUPTED", cause: failure(reset) }),
  () => changeError({ code: "INTERNAL", cause: internalError(4321, "remove", bundles("com.other.x")) }),
  () => changeError({ code: "COMMAND_CANCELED" }),
  () => new PreviewOnlyError(),
  () => changeError({ code: "LIST_UNVERIFIED", first: { outcome: "notVerified", reader: noReader } }),
  () => {
    const urls = ["https://old.example.com", "https://new.example.com"] as const;
    return new BaseUrlChangedError('app list 4321 "brand-safety"', ...urls, sourceName({}, "baseUrl"));
  },
  () => parseState({ stateVersion: 3, appListId: 4321 }),
  () => importList(runWithoutSettings(), "brand-safety"),
  () => getAppList(runWithoutSettings(), { appListId: "4321" }),
  () => new Plugin({ environment: {} }).resource("urn:pulumi:dev::blocking::app-list:index:AppLists::blocked"),
  () => readListFile("lists/blocked.xls"),
  () => readListFiles("lists/blocked.txt"),
  () => new ListFilesError(parseCsv("entry,expiers\ncom.own.a,2027-01-31\n", "lists/blocked.csv").problems),
  () => readStackConfig("dev", testTerminal({ environment: { PATH: "/nowhere" } })),
  () => errorOfCommand("brand-safety"),
  () => {
    const environment = { ...environmentFor({ url: "https://api.example.com" }), APP_LIST_OBSERVE: "off" };
    return errorOfCommand("4321", { environment });
  },
  () => parsePreview("Previewing update (dev)"),
  () => writeFile(`${folderWith({ taken: "" })}/taken/app-bundles.txt`, ""),
];

/** The errors of this package, each as it comes about, by its code. Texts of this machine are taken out. */
export async function provokeErrors(): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (const provoke of provocations) {
    const { code, message } = errorSchema.parse(await Promise.try(provoke).catch((error: unknown) => error));
    const shown = message
      .replaceAll(/[^" ']+\/(?=taken)/gu, "")
      .replaceAll(process.cwd(), "/home/ana/brand-safety")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "…");
    messages.set(code, shown);
  }
  return messages;
}
