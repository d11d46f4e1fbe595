import type { SimulatedList } from "pulumi-app-list/simulator";

import {
  type BlockedApp,
  alreadyListed,
  blockedApps,
  blockedPlacements,
  unmanagedApps,
  unmanagedPlacements,
} from "./entries.ts";
import type { Origins } from "./list-report.ts";

/** The list before the first `pulumi up`. */
export const initialList = {
  id: 4321,
  name: "Brand safety",
  description: "Apps and placements in which no campaign is shown",
  appBundles: [...unmanagedApps, ...alreadyListed],
  placementIds: unmanagedPlacements,
} as const satisfies SimulatedList;

/** The app bundles that the edit of the list file removes. */
export const droppedApps: readonly string[] = ["com.goldfever.bingo", "com.magiclens.vpn"];

/** The apps that the edit of the list file adds. */
export const addedApps: readonly BlockedApp[] = [
  { appBundle: "com.royalfortune.poker", note: "gambling" },
  { appBundle: "com.royalfortune.slots", note: "gambling" },
  { appBundle: "com.phonewizard.booster", note: "invalid traffic" },
];

/** The apps in the list file after the edit. */
export const appsAfterEdit: readonly BlockedApp[] = [
  ...blockedApps.filter(({ appBundle }) => !droppedApps.includes(appBundle)),
  ...addedApps,
];

/** The apps in the list file after a failed export: the first third. */
export const truncatedApps: readonly BlockedApp[] = appsAfterEdit.slice(0, 100);

/** A declared app bundle that is removed in the dashboard. */
export const missingApp = "com.blinddate.video";

/** An app bundle that is added in the dashboard. */
export const dashboardApp = "com.dealhunter.flashsales";

const before: ReadonlySet<string> = new Set([...initialList.appBundles, ...initialList.placementIds]);
const declared: ReadonlySet<string> = new Set([
  ...[...blockedApps, ...addedApps].map(({ appBundle }) => appBundle),
  ...blockedPlacements,
]);

/** The origins of entries, over the whole story. */
export const origins: Origins = { declared, before };

const afterEdit = before.union(new Set([...appsAfterEdit.map(({ appBundle }) => appBundle), ...blockedPlacements]));

/** All entries of the list after each change. */
export const expected = {
  afterUp: before.union(new Set([...blockedApps.map(({ appBundle }) => appBundle), ...blockedPlacements])),
  afterEdit,
  afterRepair: new Set([...afterEdit, dashboardApp]),
  afterDestroy: new Set([...before, dashboardApp]),
};
