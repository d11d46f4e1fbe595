import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { EntrySet } from "../../provider/list/entry-set";
import { simulateCommand } from "../../provider/cli/commands/simulate";
import { runProgram } from "../../provider/cli/run";
import { readStackConfig } from "../../provider/cli/stack-config";
import { writeFile } from "../../provider/cli/write-file";
import { getAppList } from "../../provider/resource/data-functions";
import { BaseUrlChangedError } from "../../provider/resource/errors";
import { importList } from "../../provider/resource/lifecycle";
import { Run } from "../../provider/resource/run";
import { parseState } from "../../provider/resource/state";
import { parseCsv } from "../../provider/files/csv-file";
import { LinesNotInListError, ListFilesError } from "../../provider/files/errors";
import { readListFile } from "../../provider/files/read-list-file";
import { readListFiles } from "../../provider/files/read-list-files";
import { updateTextFile } from "../../provider/files/text-file";
import { AppListError } from "../../provider/common/error";
import { Plugin } from "../../provider/hosts/plugin/plugin";
import { NodeTooOldError } from "../../provider/common/node-version";
import { noEntries, type Entries } from "../../provider/list/entries";
import { guardRemovals } from "../../provider/list/removal-guard";
import { CampaignListingIncompleteError } from "../../provider/api/campaigns";
import type { Call, Purpose } from "../../provider/api/call";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";
import { requestError, unreadableError } from "../../provider/api/request-error";
import { sourceName } from "../../provider/api/keys";
import { readSettings } from "../../provider/api/settings";
import { ChangeError } from "../../provider/sync/errors";
import { environmentFor, testTerminal, type TestTerminalOptions } from "../cli/terminal";

/** A program without an error where one is expected. */
class NoError extends Error {}

const temporary = mkdtempSync(join(tmpdir(), "app-list-errors-"));

const subject = {
  appListId: 4321,
  name: "brand-safety",
  next: "The next pulumi up reads the list and sends the rest.",
};
const apps = (...names: readonly string[]): Entries => ({ ...noEntries, appBundles: EntrySet.of(names) });
const nothing = { added: noEntries, removed: noEntries, toAdd: noEntries, toRemove: noEntries, unconfirmed: noEntries };

function callFor(purpose: Purpose): Call {
  const request =
    purpose === "token"
      ? ({ method: "POST", path: "/v1/authentication/token", headers: {} } as const)
      : ({ method: "PATCH", path: "/v1/app_list/4321/add", headers: {} } as const);
  const call = { purpose, request, shownPath: request.path, origin: "https://api.example.com" };
  return { ...call, ownKeys: new Set(), appListId: 4321 };
}

function failure(exchange: Exchange, purpose: Purpose = "change") {
  return requestError(callFor(purpose), exchange, new Redactor([]));
}

function response(status: number, body = "") {
  return { outcome: "response", status, body } as const;
}

const reset: Exchange = { outcome: "noResponse", sent: true, reason: "read ECONNRESET", isTransient: true };

/** An error as a command printed it. */
class PrintedError extends AppListError {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The error that a command prints as JSON, as the programs behind a command do not always let it be caught. */
async function errorOfCommand(
  commandArguments: readonly string[],
  options: TestTerminalOptions = {},
): Promise<AppListError> {
  const terminal = testTerminal(options);
  await runProgram([...commandArguments, "--json"], terminal);
  const schema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
  const { code, message } = schema.parse(JSON.parse(terminal.output())).error;
  return new PrintedError(code, message);
}

function runWithoutSettings(): Run {
  return new Run({ config: () => undefined, environment: {} }, () => undefined);
}

/** What makes each error: most are provoked, those of a long way are made as that way makes them. */
const provocations: readonly (() => unknown)[] = [
  () => new NodeTooOldError("20.20.2", "/usr/bin/node"),
  () => readSettings({ config: () => undefined, environment: { APP_LIST_BASE_URL: "http://api.example.com" } }),
  () => failure(response(401), "token"),
  () => failure(response(404, '{"error":"no such list"}')),
  () => failure(response(405)),
  () => failure({ ...response(429), retryAfter: 600_000 }),
  () => failure({ outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED", isTransient: true }),
  () => {
    const page = { ...response(200, "<!doctype html><title>Sign in</title>"), contentType: "text/html; charset=utf-8" };
    return unreadableError(callFor("change"), page, "it is not JSON", new Redactor([]));
  },
  () => failure(reset),
  () => new CampaignListingIncompleteError(100, [250]),
  () => {
    const verdict = guardRemovals(600, 1000, undefined);
    if (verdict.outcome === "allowed") throw new NoError("The guard allows it.");
    const refused = { removed: '"com.own.a" and 599 more', commands: [] };
    return new ChangeError({ code: "REMOVAL_LIMIT", reason: verdict.reason, ...refused }, subject);
  },
  () => {
    const refused = [
      { entries: apps("com.bad.x"), isCertain: true, error: failure(response(422, '{"error":"unknown app"}')) },
    ];
    const progress = { ...nothing, added: apps("com.own.a", "com.own.b"), toAdd: apps("com.bad.x") };
    return new ChangeError(
      { code: "ENTRIES_REFUSED", action: "add", groups: refused },
      { ...subject, progress, observed: progress.added },
    );
  },
  () => {
    const result = { missing: apps("com.own.a"), removedMeanwhile: noEntries, remaining: noEntries };
    const progress = { ...nothing, toAdd: apps("com.own.a") };
    return new ChangeError({ code: "ENTRIES_NOT_APPLIED", ...result }, { ...subject, progress });
  },
  () => {
    const progress = { ...nothing, unconfirmed: apps("com.own.a") };
    return new ChangeError({ code: "CHANGE_INTERRUPTED", cause: failure(reset) }, { ...subject, progress });
  },
  () => {
    const progress = { ...nothing, added: apps("com.own.a"), toAdd: apps("com.own.d"), unconfirmed: apps("com.own.c") };
    return new ChangeError({ code: "COMMAND_CANCELED" }, { ...subject, progress });
  },
  () =>
    new ChangeError({ code: "LIST_UNVERIFIED", reason: "app-list:observe is off" }, { ...subject, progress: nothing }),
  () =>
    new BaseUrlChangedError(
      'app list 4321 "brand-safety"',
      "https://old.example.com",
      "https://new.example.com",
      sourceName({}, "baseUrl"),
    ),
  () => parseState({ stateVersion: 2, appListId: 4321 }),
  () => importList(runWithoutSettings(), "brand-safety", () => undefined),
  () => getAppList(runWithoutSettings(), { appListId: "4321" }),
  () => new Plugin({ environment: {} }).invoke("app-list:index:getLists", {}),
  () => readListFile("lists/blocked.xls"),
  () => readListFiles("lists/blocked.txt"),
  () => new ListFilesError(parseCsv("entry,expiers\ncom.own.a,2027-01-31\n", "lists/blocked.csv").problems),
  () => readStackConfig("dev", testTerminal({ environment: { PATH: temporary } })),
  () => errorOfCommand(["show", "brand-safety"]),
  () => errorOfCommand(["report"], { input: "Previewing update (dev)" }),
  () =>
    errorOfCommand(["show", "4321"], {
      environment: { ...environmentFor({ url: "https://api.example.com" }), APP_LIST_OBSERVE: "off" },
    }),
  () => {
    throw new LinesNotInListError(
      updateTextFile("app-list-4321/app-bundles.txt", "com.own.a  # gambling\n", []).removed,
    );
  },
  () => {
    writeFileSync(join(temporary, "taken"), "");
    writeFile(join(temporary, "taken", "app-bundles.txt"), "");
  },
  () => {
    const words = ["--list", "4321=one", "--list", "4321=two"];
    return simulateCommand.create(testTerminal(), () => undefined).parseAsync(words, { from: "user" });
  },
];

/** The errors of this package, each as it comes about, by its code. Texts of this machine are taken out. */
export async function provokeErrors(): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (const provoke of provocations) {
    const error = await errorOf(provoke);
    const message = error.message
      .replaceAll(`${temporary}/`, "")
      .replaceAll(process.cwd(), "/home/ana/brand-safety")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "…");
    messages.set(error.code, message);
  }
  rmSync(temporary, { recursive: true, force: true });
  return messages;
}

async function errorOf(provoke: () => unknown): Promise<AppListError> {
  let error: unknown;
  try {
    error = await provoke();
  } catch (thrown) {
    error = thrown;
  }
  if (error instanceof AppListError) return error;
  throw new NoError("This is no error of the package.", { cause: error });
}
