import type { StoredList } from "pulumi-app-list/simulator";

/** An app that the demo blocks, and the reason. */
interface BlockedApp {
  readonly appBundle: string;
  readonly note: string;
}

/** Fictional studios, each with all of the fictional apps. */
function appsOf(note: string, studios: string, apps: string): readonly BlockedApp[] {
  return studios
    .split(" ")
    .flatMap((studio) => apps.split(" ").map((app) => ({ appBundle: `com.${studio}.${app}`, note })));
}

/** The 300 apps that the demo declares at first, by theme. */
export const blockedApps: readonly BlockedApp[] = [
  ...appsOf(
    "gambling",
    "luckyreels vegasnights quickwager goldfever highroller jackpotvalley acesandeights spinworld",
    "slots poker roulette bingo blackjack sportsbook scratchcards baccarat lotto keno",
  ),
  ...appsOf(
    "dating",
    "nightchat meetnow secretadmirer flirtline heartbeat blinddate lonesomestars twohearts",
    "chat video nearby singles matches roulette senior lite plus classic",
  ),
  ...appsOf(
    "invalid traffic",
    "brightflash cleanwizard batterymedic turboram funnyfaces magiclens pdfgenius",
    "torch booster scanner cooler camera keyboard wallpapers ringtones vpn horoscope",
  ),
  ...appsOf(
    "for children",
    "tinypaws abcparade toddlertime dinoworld princessland babyshapes funnyfarm",
    "coloring puzzles numbers letters memory nursery dressup animals songs bedtime",
  ),
];

/** The placements that the demo declares. */
export const blockedPlacements = ["20418-interstitial7f3a", "20418-rewardedb21c", "31177-banner04de"];

/** The list before the first `pulumi up`: entries of the dashboard, and a few that the demo will declare. */
export const initialList = {
  id: 4321,
  name: "Brand safety",
  description: "Apps and placements in which no campaign is shown",
  appBundles: [
    ...appsOf(
      "rival shops",
      "shopfast dealhunter bargainbay cartandco",
      "mobile outlet fashion electronics groceries garden auctions coupons gifts travel",
    ),
    ...blockedApps.filter((_, index) => index % 25 === 7),
  ].map(({ appBundle }) => appBundle),
  placementIds: ["50112-native77aa", "50113-native77ab"],
};

/** The app bundles that the edit of the list file removes. */
export const droppedApps = ["com.goldfever.bingo", "com.magiclens.vpn"];

/** The apps that it adds. */
export const addedApps = [
  { appBundle: "com.royalfortune.poker", note: "gambling" },
  { appBundle: "com.royalfortune.slots", note: "gambling" },
  { appBundle: "com.phonewizard.booster", note: "invalid traffic" },
];

/** The apps in the list file after the edit. */
export const appsAfterEdit: readonly BlockedApp[] = [
  ...blockedApps.filter(({ appBundle }) => !droppedApps.includes(appBundle)),
  ...addedApps,
];

/** A declared app bundle that is removed in the dashboard. */
export const missingApp = "com.blinddate.video";

/** An app bundle that is added in the dashboard. */
export const dashboardApp = "com.dealhunter.flashsales";

/** Prints a list file as a person would write it: in sections, each line with its note in the same column. */
export function printListFile(apps: readonly BlockedApp[]): string {
  const sections = [...Map.groupBy(apps, ({ note }) => note)].map(([note, members]) =>
    [`# Blocked: ${note}`, ...members.map(({ appBundle }) => `${appBundle.padEnd(34)}# ${note}`)].join("\n"),
  );
  return `${sections.join("\n\n")}\n`;
}

/** All entries of a list: app bundles, then placement IDs. */
export function entriesOf({ appBundles, placementIds }: StoredList | typeof initialList): ReadonlySet<string> {
  return new Set([...appBundles, ...placementIds]);
}

const before = entriesOf(initialList);
const bundlesOf = (apps: readonly BlockedApp[]) => apps.map(({ appBundle }) => appBundle);
const declared = new Set([...bundlesOf([...blockedApps, ...addedApps]), ...blockedPlacements]);

/** How many entries the first `pulumi up` adopts. */
export const adoptedCount = declared.intersection(before).size;

const afterEdit = new Set([...before, ...bundlesOf(appsAfterEdit), ...blockedPlacements]);

/** All entries of the list after each change. */
export const expected = {
  afterUp: new Set([...before, ...bundlesOf(blockedApps), ...blockedPlacements]),
  afterEdit,
  afterRepair: new Set([...afterEdit, dashboardApp]),
  afterDestroy: new Set([...before, dashboardApp]),
};

/** Describes a list in a few lines: how many entries have which origin, and two of each. */
export function describeList(list: StoredList): readonly string[] {
  const entries = entriesOf(list);
  const groups = [
    ["unmanaged, not in the program", entries.difference(declared)],
    ["declared, in the list before", entries.intersection(declared).intersection(before)],
    ["added by pulumi up", entries.intersection(declared).difference(before)],
  ] as const;
  return [
    `App list ${list.id} "${list.name}": ${list.appBundles.length} app bundles, ${list.placementIds.length} placement IDs`,
    ...groups.map(([origin, members]) => {
      const examples = [...members].slice(0, 2).join(", ") + (members.size > 2 ? ", …" : "");
      return `${String(members.size).padStart(5)} ${origin.padEnd(32)}${examples}`.trimEnd();
    }),
  ];
}
