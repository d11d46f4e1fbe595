import type { SimulatedList } from "pulumi-app-list/simulator";

import {
  type BlockedApp,
  alreadyListed,
  blockedApps,
  blockedPlacements,
  othersApps,
  othersPlacements,
} from "./entries.ts";
import type { Parties } from "./list-report.ts";

/** The list as other people left it. */
export const initialList = {
  id: 4321,
  name: "Brand safety",
  description: "Apps and placements in which no campaign is shown",
  appBundles: [...othersApps, ...alreadyListed],
  placementIds: othersPlacements,
} as const satisfies SimulatedList;

/** The lines that the edit of the list file takes out… */
export const droppedApps: readonly string[] = ["com.goldfever.bingo", "com.magiclens.vpn"];

/** …and puts in. */
export const addedApps: readonly BlockedApp[] = [
  { appBundle: "com.royalfortune.poker", note: "gambling" },
  { appBundle: "com.royalfortune.slots", note: "gambling" },
  { appBundle: "com.phonewizard.booster", note: "invalid traffic" },
];

/** What the list file declares after the edit. */
export const appsAfterEdit: readonly BlockedApp[] = [
  ...blockedApps.filter(({ appBundle }) => !droppedApps.includes(appBundle)),
  ...addedApps,
];

/** What somebody else takes out of the list although it is declared. */
export const takenApp = "com.blinddate.video";

/** What somebody else puts into the list. */
export const foreignApp = "com.dealhunter.flashsales";

const before: ReadonlySet<string> = new Set([...initialList.appBundles, ...initialList.placementIds]);
const declared: ReadonlySet<string> = new Set([
  ...[...blockedApps, ...addedApps].map(({ appBundle }) => appBundle),
  ...blockedPlacements,
]);

/** Whose entries are whose, over the whole story. */
export const parties: Parties = { declared, before };

const afterEdit = before.union(new Set([...appsAfterEdit.map(({ appBundle }) => appBundle), ...blockedPlacements]));

/** All that the list must hold after each change. */
export const expected = {
  afterUp: before.union(new Set([...blockedApps.map(({ appBundle }) => appBundle), ...blockedPlacements])),
  afterEdit,
  afterHealing: new Set([...afterEdit, foreignApp]),
  afterDestroy: new Set([...before, foreignApp]),
};
