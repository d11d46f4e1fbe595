import type { KindReport, Report, ReportedEntry, ResourceReport } from "../../provider/report/report.ts";

/** A preview as ad operations see it: drift, running campaigns, an exclusive list, a new one and one that is deleted. */
export const everydayReport: Report = {
  createdAt: "2026-11-19T08:30:00.000Z",
  commit: "3f2c1d9e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e",
  stack: "acme/brand-safety/prod",
  isRefreshed: true,
  isApproved: false,
  resources: [
    resourceReport({
      name: "blockedApps",
      appListId: 4321,
      listName: "Brand safety – global blocklist",
      hasAssociatedCampaigns: true,
      kinds: [
        kindReport("appBundles", {
          unchanged: 1819,
          expiring: ["com.dealflash.coupons", "com.giftrush.store"].map((entry) => ({ entry, until: "2026-11-30" })),
          added: noted(
            "com.luckyreels.slots com.vegasnights.roulette com.quickwager.sportsbook # gambling",
            "com.brightflash.torch com.turboram.booster # invalid traffic, IVT 38%",
            "com.tinypaws.coloring 1438810231 # for children (COPPA)",
          ),
          removed: noted(
            "com.pdfgenius.scanner com.magiclens.camera # cleared by verification vendor",
            "com.dailyvoice.news com.statewire.politics # until 2026-11-20: election period",
          ),
          missing: noted("com.flirtline.singles com.meetnow.chat com.secretadmirer.nearby # dating"),
        }),
        kindReport("placementIds", {
          unchanged: 64,
          added: noted("20418-interstitial7f3a 31177-banner04de # viewability under 20%"),
          removed: noted("20418-rewardedb21c"),
        }),
        kindReport("websites", { unchanged: 6, added: noted("celebrity-slideshows.example # made for advertising") }),
      ],
      notVerified: ["websites"],
      messages: [
        {
          severity: "info",
          topic: "notVerified",
          message:
            'app list 4321 "Brand safety – global blocklist": not verified: the API does not show 7 websites that it ' +
            "accepted.",
        },
      ],
    }),
    resourceReport({
      name: "premiumNews",
      appListId: 5120,
      listName: "Premium news – allowlist",
      account: "eu",
      isExclusive: true,
      hasAssociatedCampaigns: true,
      kinds: [
        kindReport("appBundles", {
          unchanged: 84,
          added: noted("com.morningledger.reader # direct deal Q1"),
          removed: [
            ...noted("com.cityherald.app # contract ended"),
            { entry: "com.oldtimes.epaper", note: "contract ended", origin: "adopted" },
          ],
          unexpected: noted("com.viralbuzz.feed com.quizmania.daily com.coupondrop.deals"),
        }),
      ],
    }),
    resourceReport({
      name: "kidsApps",
      operation: "create",
      appListId: 6002,
      listName: "Apps for children",
      kinds: [
        kindReport("appBundles", {
          added: noted("com.abcparade.letters com.dinoworld.puzzles com.babyshapes.memory # for children"),
        }),
      ],
    }),
    resourceReport({
      name: "temporaryElections",
      operation: "delete",
      appListId: 3988,
      listName: "Elections 2026 (temporary)",
      kinds: [
        kindReport("appBundles", {
          removed: noted("com.ballotwatch.live com.partyline.app com.townhall.debates # election period"),
          kept: noted("com.rallycall.organizer com.pollster.daily"),
        }),
      ],
    }),
    unchanged({ name: "ctvStores", appListId: 7410, listName: "CTV store ids" }, 412),
    unchanged({ name: "rivals", appListId: 7411, listName: "Rival shops" }, 40),
  ],
  errors: [],
  messages: [],
};

function unchanged(list: Partial<ResourceReport>, entries: number): ResourceReport {
  return resourceReport({ ...list, operation: "same", kinds: [kindReport("appBundles", { unchanged: entries })] });
}

/** A preview that failed: one list refused by the removal guard. */
export const failedReport: Report = {
  ...everydayReport,
  resources: everydayReport.resources.slice(2, 3),
  errors: [
    {
      message:
        'app list 4321 "Brand safety – global blocklist": this change would remove 1,106 of 1,894 entries (58.4%), more ' +
        "than the limit of 30% at once. [REMOVAL_LIMIT]\n" +
        'It would remove "com.abcparade.letters", "com.babyshapes.memory" and 1,104 more.\nNothing was changed.\n' +
        "To see all of them: APP_LIST_APPROVE=0123456789abcdef pulumi preview --diff\n" +
        "To approve exactly this change: APP_LIST_APPROVE=0123456789abcdef pulumi up",
      resources: ["blockedApps"],
    },
    {
      message:
        'lists/news.csv:14: "com.morningledger.reader," contains a comma, which separates entries in a request: write ' +
        "two entries",
      resources: ["premiumNews"],
    },
  ],
};

/** A preview without changes. */
export const quietReport: Report = {
  ...everydayReport,
  resources: everydayReport.resources.slice(4),
};

/** A preview that did not read the lists, so that drift is not known. */
export const unrefreshedReport: Report = {
  ...everydayReport,
  isRefreshed: false,
  resources: everydayReport.resources.slice(4).map((resource) => ({ ...resource, observation: "notRead" })),
  messages: [
    {
      severity: "info",
      topic: "notVerified",
      message: 'app list 7411 "Rival shops": not verified, so drift is not known: app-list:observe is off.',
    },
    {
      severity: "warning",
      message: "app-list:password is in the stack's configuration as plain text. Set it again with --secret.",
    },
  ],
};

/** A preview of many changes in one list: most of them added, some removed, a few drifted. */
export function bigReport(changes: number): Report {
  const [removed, missing, placements] = [changes / 5, changes / 100, changes / 10];
  const apps = numberedEntries(changes - placements, "invalid traffic", "com.brightflash.keyboard");
  const added = apps.slice(removed + missing);
  return reportOf(
    resourceReport({
      name: "blockedApps",
      listName: "Brand safety – global blocklist",
      hasAssociatedCampaigns: true,
      kinds: [
        kindReport("appBundles", {
          unchanged: changes,
          added,
          removed: apps.slice(0, removed),
          missing: apps.slice(removed, removed + missing),
        }),
        kindReport("placementIds", { added: numberedEntries(placements, "banner", "20418-banner") }),
      ],
    }),
  );
}

/** Numbered entries with notes: com.app0 and so on. */
export function numberedEntries(count: number, note = "gambling", name = "com.app"): readonly ReportedEntry[] {
  return Array.from({ length: count }, (_, index) => ({ entry: `${name}${index}`, note: `${note} ${index}` }));
}

/** A report of resources, after a refresh. */
export function reportOf(...resources: readonly ResourceReport[]): Report {
  const createdAt = "2027-01-31T12:34:56.000Z";
  return {
    createdAt,
    stack: "brand-safety/dev",
    isRefreshed: true,
    isApproved: false,
    resources,
    errors: [],
    messages: [],
  };
}

/** A report of one resource with 9,981 app bundles that stay, and the given differences. */
export function reportWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): Report {
  return reportOf(resourceWith(kind, resource));
}

export function resourceWith(kind: Partial<KindReport>, resource: Partial<ResourceReport> = {}): ResourceReport {
  const kinds = [kindReport("appBundles", { unchanged: 9981, ...kind })];
  return resourceReport({ listName: "blocked apps", hasAssociatedCampaigns: false, kinds, ...resource });
}

/** Entries from lines such as `com.a com.b # gambling`. */
function noted(...lines: readonly string[]): ReportedEntry[] {
  return lines.flatMap((line) => {
    const [entries = "", note] = line.split(" # ");
    return entries.split(" ").map((entry) => ({ entry, note }));
  });
}

/** The report of a kind: no entries but those given. */
export function kindReport(kind: KindReport["kind"], given: Partial<KindReport> = {}): KindReport {
  const nothing = { added: [], removed: [], missing: [], unexpected: [], kept: [], expiring: [] };
  return { kind, unchanged: 0, ...nothing, ...given };
}

/** The report of a resource: an update of list 4321, and what is given. */
export function resourceReport(given: Partial<ResourceReport> = {}): ResourceReport {
  const { kinds = [], operation } = given;
  const total = (...changes: readonly ("added" | "missing" | "removed" | "unexpected" | "kept")[]) => ({
    count: changes.reduce((sum, change) => sum + kinds.reduce((size, kind) => size + kind[change].length, 0), 0),
    bound: operation === "create" ? ("atMost" as const) : ("exact" as const),
  });
  return {
    name: "blocked",
    urn: `urn:pulumi:prod::brand-safety::pulumi-nodejs:dynamic/app-list:AppListEntries::${given.name ?? "blocked"}`,
    operation: "update",
    appListId: 4321,
    isExclusive: false,
    observation: operation === "create" ? "new" : "read",
    kinds: [],
    totals: {
      added: total("added", "missing"),
      removed: total("removed", "unexpected"),
      losable: total("removed", "unexpected", "kept").count + kinds.reduce((sum, { unchanged }) => sum + unchanged, 0),
    },
    notVerified: [],
    remarks: [],
    messages: [],
    ...given,
  };
}

/** A report that has the texts in every place where others choose the text. */
export function reportSpelling(...texts: readonly string[]): Report {
  const entries = texts.map((text) => ({ entry: text, note: `note ${text}` }));
  const kinds = [kindReport("appBundles", { added: entries, removed: entries, unexpected: entries })];
  const messages = texts.flatMap((message) => [
    { message, severity: "warning" as const },
    { message, severity: "info" as const, topic: "notVerified" as const },
  ]);
  const resources = texts.flatMap((text) => {
    const names = { name: text, listName: text, account: text, provider: text, remarks: texts, messages };
    return [
      resourceReport({ ...names, hasAssociatedCampaigns: true, kinds }),
      resourceReport({ ...names, operation: "same" }),
    ];
  });
  const errors = texts.map((message) => ({ message, resources: texts }));
  return { ...reportOf(...resources), stack: texts.join(" "), commit: texts.join(" "), errors, messages };
}
