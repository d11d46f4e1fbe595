import * as z from "zod";
import type { ApiClient } from "../api/client";
import type { AppList } from "../api/app-list";
import { Cancellation, type Deadline } from "../api/deadline";
import type { Settings } from "../api/settings";
import { AppListError } from "../common/error";
import { kinds, kindName, type Kind } from "../list/kinds";
import { nameList } from "../list/summary";
import { defaultSyncPolicy } from "../sync/access";
import { observe, type Observation } from "../sync/observe";
import type { SettingsOptions } from "./command";
import type { ResultOf } from "./json";
import { readCommandSettings } from "./settings";
import { writeMessages, type Terminal } from "./terminal";

/** What a command needs to use the API. */
interface Access {
  readonly api: ApiClient;
  readonly settings: Settings;
  readonly deadline: Deadline;
}

/** Runs an operation with a client of the API, until its deadline or Ctrl-C, and closes the client. */
export async function withApi<Result>(
  options: SettingsOptions,
  terminal: Terminal,
  operation: (access: Access) => Promise<Result>,
): Promise<Result> {
  const settings = await readCommandSettings(options, terminal);
  const { ApiClient } = await import("../api/client.js");
  const cancellation = new Cancellation();
  if (terminal.stop.aborted) cancellation.cancel();
  terminal.stop.addEventListener("abort", () => cancellation.cancel(), { once: true });
  const log = (line: string): void => writeMessages(terminal, [line]);
  const onDelay = (seconds: number, reason: string): void => log(`Waiting ${seconds} seconds: ${reason}.`);
  const onRequest = options.verbose === true ? log : undefined;
  onRequest?.(`Requests to ${new URL(settings.baseUrl).origin}:`);
  const api = new ApiClient(settings, { cancellation, onDelay, onRequest });
  try {
    return await operation({ api, settings, deadline: api.deadline(terminal.stop) });
  } finally {
    await api.close();
  }
}

/** The API does not show the list, or it must not be read. */
class ListNotShownError extends AppListError {
  readonly code = "LIST_NOT_SHOWN";
  readonly appListId: number;

  constructor(appListId: number, reason: string, remedy: string) {
    super(`App list ${appListId} cannot be read: ${reason}. Nothing was changed. ${remedy}`);
    this.appListId = appListId;
  }
}

/**
 * Reads a list in the way of `app-list:observe`.
 *
 * @throws {ListNotShownError} if `app-list:observe` is off or the API refuses the probe.
 */
export async function readList(options: SettingsOptions, appListId: number, terminal: Terminal): Promise<AppList> {
  return withApi(options, terminal, (access) => read(access, appListId));
}

/** Reads lists as {@link readList} does, one after the other, with one access token. */
export async function readLists(
  options: SettingsOptions,
  appListIds: readonly number[],
  terminal: Terminal,
): Promise<readonly AppList[]> {
  return withApi(options, terminal, (access) => Array.fromAsync(appListIds, (appListId) => read(access, appListId)));
}

/** Reads a list as the settings prescribe, without a change of it. */
export async function observeList({ api, settings, deadline }: Access, appListId: number): Promise<Observation> {
  const policy = defaultSyncPolicy;
  return observe({ api, appListId, owner: settings, observe: settings.observe, policy, deadline });
}

async function read(access: Access, appListId: number): Promise<AppList> {
  const observation = await observeList(access, appListId);
  if (observation.outcome === "seen") return observation.appList;
  const remedy =
    access.settings.observe === "off"
      ? "Set app-list:observe to probe, or to read with app-list:readPath."
      : `To check how the list can be read: \`app-list doctor --list ${appListId}\`.`;
  throw new ListNotShownError(appListId, observation.reason, remedy);
}

/** A kind of entries in a result. */
export const kindSchema = z.enum(kinds);

/** What results contain about a list that was read. */
export const listFactsSchema = z.object({
  appListId: z.int().describe("The ID of the list."),
  name: z.string().optional().describe("The name of the list. Absent if the API does not show it."),
  hasAssociatedCampaigns: z.boolean().optional().describe("Absent if the API does not show it."),
  notVerified: z.array(kindSchema).describe("The kinds of entries that the API does not show."),
});

type ListFacts = ResultOf<typeof listFactsSchema>;

export function listFacts({ id, name, hasAssociatedCampaigns, entries }: AppList): ListFacts {
  const notVerified = kinds.filter((kind) => entries[kind] === undefined);
  return { appListId: id, name, hasAssociatedCampaigns, notVerified };
}

/** The facts as lines of text. */
export function describeFacts(facts: ListFacts): readonly string[] {
  return [nameList(facts.appListId, facts.name), describeCampaigns(facts), ...facts.notVerified.map(describeHidden)];
}

export function describeCampaigns({ hasAssociatedCampaigns }: ListFacts): string {
  if (hasAssociatedCampaigns === undefined)
    return "Not verified: the API does not show whether campaigns use the list.";
  return `${hasAssociatedCampaigns ? "Campaigns" : "No campaigns"} use the list.`;
}

export function describeHidden(kind: Kind): string {
  return `Not verified: the API does not show the ${kindName(kind, 0)} of the list.`;
}
