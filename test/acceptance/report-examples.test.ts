import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parsePreview } from "../../provider/report/preview";
import type { Program } from "../harness/program";
import { root, succeeded } from "../harness/project";
import { inList, testbed } from "./testbed";

/** Entries with a note. */
const because = (note: string, entries: string) => entries.split(" ").map((entry) => ({ entry, note }));

const dating = because("dating", "com.flirtline.singles com.meetnow.chat com.secretadmirer.nearby");
const cleared = because("cleared by verification vendor", "com.magiclens.camera com.pdfgenius.scanner");
const gambling = because("gambling", "com.fruitreels.slots com.goldjackpot.spins com.nightpoker.rooms");
const fraud = because(
  "invalid traffic",
  "com.batterymax.saver com.clearcache.turbo com.fasttorch.light com.liveface.wallpaper com.phonecleaner.boost " +
    "com.ringtonehub.free com.videosaver.hd com.weatherwidget.lite com.wifibooster.pro",
);
const childrens = because(
  "for children (COPPA)",
  "1438810231 com.abcparade.letters com.babyshapes.memory com.dinoworld.puzzles com.fairytale.reader " +
    "com.numberland.math com.tinypaws.coloring",
);
const placements = ["20418-rewardedb21c", "20418-banner77aa", "31177-banner04de"];
const papers = "citypost dailyglobe eveningstar headliner marketwatcher metrotimes newsbeat observer";
const news = because("direct deal", papers.replaceAll(/\w+/gu, "com.$&.news"));
const ended = because("contract ended", "com.cityherald.app com.oldtimes.epaper");
const temporary = because("election period", "com.ballotwatch.live com.partyline.app com.townhall.debates");
const adopted = ["com.pollster.daily", "com.rallycall.organizer"];

const block = (appBundles: unknown, more: object): Program => ({
  blockedApps: inList(4321, appBundles, { purpose: "block", additionLimit: "100%", ...more }),
});
const allow = (appBundles: unknown): Program => ({
  premiumNews: inList(5120, appBundles, { purpose: "allow", exclusive: true }),
});
const stores = { ctvStores: inList(7410, ["com.tvbox.store", "roku.41231", "samsung.g199"]) };

const before: Program = {
  ...block([...dating, ...cleared, ...gambling, ...fraud, ...childrens.slice(0, 6)], { placementIds: placements }),
  ...allow([...news, ...ended]),
  temporaryElections: inList(3988, [...temporary, ...adopted]),
  ...stores,
};

/** What ad operations do on a usual day. */
const everyday: Program = {
  ...block(
    [
      ...dating,
      ...gambling,
      ...because("gambling", "com.luckyreels.slots com.quickwager.sportsbook"),
      ...fraud,
      ...childrens,
    ],
    {
      placementIds: [...placements.slice(1), ...because("viewability under 20%", "20418-interstitial7f3a")],
      websites: because("made for advertising", "celebrity-slideshows.example"),
    },
  ),
  ...allow([...news, ...ended.slice(1), ...because("direct deal Q1", "com.morningledger.reader")]),
  kidsApps: inList(6002, because("for children", "com.abcparade.letters com.bedtime.stories com.piano.kids")),
  ...stores,
};

/** A list file that was cut off, and a resource that was deleted with it. */
const mistaken: Program = {
  ...block([...dating, ...cleared, ...gambling, ...fraud], { placementIds: [] }),
  ...allow([...news, ...ended]),
  ...stores,
};

const compareTexts = (one: string, other: string) => one.localeCompare(other, "en");

it("the previews of the example reports are those of the engine", { timeout: 600_000 }, async () => {
  const { simulator, project } = await testbed({
    name: "brand-safety",
    program: before,
    lists: [
      { id: 4321, name: "brand-safety", hasAssociatedCampaigns: true },
      { id: 5120, name: "premium-news", hasAssociatedCampaigns: true },
      { id: 3988, name: "elections-2026", appBundles: adopted },
      { id: 6002, name: "kids" },
      { id: 7410, name: "ctv-stores" },
    ],
  });
  succeeded(await project.up());
  simulator.edit(4321, { remove: { appBundles: dating.map(({ entry }) => entry) } });
  simulator.edit(5120, { add: { appBundles: ["com.quizmania.daily", "com.viralbuzz.feed"] } });

  const shown = async (name: string, ...options: readonly string[]) => {
    const { text } = await project.preview("--json", "--show-sames", ...options);
    const { steps, diagnostics, ...rest } = parsePreview(text);
    // The engine has several resources in hand at a time.
    const sorted = {
      steps: steps.toSorted((one, other) => compareTexts(one.urn + one.op, other.urn + other.op)),
      diagnostics: diagnostics.toSorted((one, other) => compareTexts(one.message, other.message)),
      ...rest,
    };
    const preview = JSON.stringify(sorted, undefined, 1)
      .replaceAll(simulator.url, "https://api.example.com")
      // It depends on the URL, as a list does.
      .replaceAll(/\[[\da-f]{16}\]/gu, "[0123456789abcdef]")
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "00000000-0000-4000-8000-000000000000");
    const path = join(root, "test", "report", "examples", `${name}.preview.json`);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, `${preview}\n`);
    expect(`${preview}\n`, "npm run lab -- docs updates it").toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
  };
  project.declare(everyday);
  await shown("everyday", "--refresh");
  await shown("unread");
  project.declare(mistaken);
  project.environment["APP_LIST_OVER_LIMIT"] = "report";
  await shown("over-limit", "--refresh");
});
