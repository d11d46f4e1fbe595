import type { ApiClient } from "../api/client";
import type { AppList } from "../api/app-list";
import { appListCommand, sourceName } from "../api/keys";
import type { Settings } from "../api/settings";
import { AppListError } from "../common/error";
import { byKind, kinds, kindName } from "../list/kinds";
import { nameList } from "../list/summary";
import { printNotice, type Print } from "../resource/notice";
import { Run } from "../resource/run";
import { describeNotRead } from "../resource/texts/failures";
import type { SettingsOptions } from "./command";
import { readStackConfig } from "./stack-config";
import { styled, type Terminal } from "./terminal";

/** The access of a command to the API. */
interface Access {
  readonly run: Run;
  readonly api: ApiClient;
  readonly settings: Settings;
  /** The warnings about the configuration of the stack. */
  readonly warnings: readonly string[];
}

/**
 * Runs an operation with a client of the API, and closes the client. The settings are read from the configuration of
 * the named stack, if there is one, and from the environment.
 *
 * @throws {SettingsError} listing everything that is missing or invalid.
 * @throws {StackConfigError} if the stack's configuration cannot be read.
 */
export async function withApi<Result>(
  { account, stack, verbose }: SettingsOptions,
  terminal: Terminal,
  operation: (access: Access) => Promise<Result>,
): Promise<Result> {
  const { environment } = terminal;
  const ofStack =
    stack === undefined ? { config: () => undefined, warnings: [] } : await readStackConfig(stack, terminal);
  const appList = { program: "npx --no-install app-list", stack } as const;
  const log = (line: string): void => terminal.writeMessage(`${line}\n`);
  const print: Print = (notice) => log(printNotice(notice, true));
  const run = new Run({ ...ofStack, environment, appList }, print, { onRequest: verbose === true ? log : undefined });
  try {
    const connection = await run.connect(account);
    if (verbose === true) log(`Requests to ${new URL(connection.settings.baseUrl).origin}:`);
    return await operation({ ...connection, run, warnings: ofStack.warnings });
  } finally {
    await run.close();
  }
}

/** The API does not show the list, or `app-list:observe` is off. */
export class ListNotShownError extends AppListError {
  readonly code = "LIST_NOT_SHOWN";
  /** Whether the list may not exist. */
  readonly isAbsent: boolean;

  constructor(message: string, isAbsent: boolean) {
    super(message);
    this.isAbsent = isAbsent;
  }
}

/**
 * Reads a list by the way that `app-list:observe` sets, without a sentinel, until the deadline of one operation.
 *
 * @param isDoctor whether doctor reads it. Then an error does not name doctor.
 * @throws {ListNotShownError} if `app-list:observe` is off or the API refuses the probe.
 */
export async function readList({ run, api, settings }: Access, appListId: number, isDoctor = false): Promise<AppList> {
  const { observe: way, owner } = settings;
  const list = run.list({ account: owner.account, appListId });
  const observation = await list.observe();
  if (observation.outcome === "seen" && observation.reader.by === way) {
    const { appList } = observation;
    // An API may repeat a header in a list.
    const entries = byKind((kind) => appList.entries[kind]?.filter((entry) => !api.isHidden(entry)));
    return { ...appList, entries };
  }
  const name = (key: "baseUrl" | "observe" | "readPath"): string => sourceName(owner, key);
  const isSeen = observation.outcome === "seen";
  const isAbsent = !isSeen && observation.refusal?.meaning === "absent";
  const wrongPath = `the API has nothing under the path of ${name("readPath")}`;
  const reason = isSeen ? wrongPath : describeNotRead(owner, observation);
  const setting = ` Set ${name("observe")} to probe, or to read with the right ${name("readPath")}.`;
  const doctor = isDoctor ? "." : `: ${appListCommand(owner, "doctor", `--list ${appListId}`)}`;
  const check = `Check the ID and ${name("baseUrl")}${doctor}`;
  const problem = isAbsent
    ? `App list ${appListId} was not found (404), or the API cannot show it. Nothing was changed. ${check}`
    : `App list ${appListId} cannot be read: ${reason}. Nothing was changed.${way === "probe" ? "" : setting}`;
  throw new ListNotShownError(problem, isAbsent);
}

export function describeHidden(appList: AppList): readonly string[] {
  const list = nameList(appList.id, appList.name);
  const hidden = kinds.filter((kind) => appList.entries[kind] === undefined);
  return hidden.map((kind) => `Not verified: the API does not show the ${kindName(kind, 0)} of ${list}.`);
}

export function describeCampaigns({ hasAssociatedCampaigns }: AppList): string {
  if (hasAssociatedCampaigns === undefined)
    return "Not verified: the API does not show whether campaigns use the list.";
  return `${hasAssociatedCampaigns ? "Campaigns" : "No campaigns"} use the list.`;
}

/** What the API shows of a list besides its entries, and sections of lines with their headings. */
export function listLines(appList: AppList, sections: readonly (readonly string[])[], terminal: Terminal) {
  const lines = sections.flatMap(([heading = "", ...lines]) => ["", heading, ...lines.map((line) => `  ${line}`)]);
  const name = styled(terminal, "strong", nameList(appList.id, appList.name));
  return [name, describeCampaigns(appList), ...describeHidden(appList), ...lines];
}
