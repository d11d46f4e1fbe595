import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultAccount, startSimulator } from "pulumi-app-list/simulator";
import { root } from "../paths.mjs";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { pulumiEnvironment } from "../pulumi/environment.ts";
import { runPulumi } from "../pulumi/run.ts";

/** The output of `pulumi preview --json --refresh` for one project, at three moments. */
export interface Previews {
  /** Changes and drift in several lists. */
  readonly changes: string;
  /** A list file that was cut short, and one with a mistake. */
  readonly failed: string;
  /** 10,000 changes. */
  readonly many: string;
}

const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
const file = (name) => entriesFromFile("lists/" + name + ".txt");

new AppListEntries("blockedApps", { appListId: 4321, appBundles: file("blocked-apps"), placementIds: file("blocked-placements"), removalLimit: "30%" });
new AppListEntries("premiumNews", { appListId: 5120, appBundles: file("premium-news"), exclusive: true, removalLimit: "80%" });
new AppListEntries("partnerApps", { appListId: 5130, appBundles: file("partner-apps") });
`;

/** Lines of a list file: entries with the same note. */
function noted(note: string, ...entries: readonly string[]): string {
  return entries.map((entry) => `${entry} # ${note}\n`).join("");
}

const studios = ["luckyreels", "vegasnights", "quickwager", "goldfever", "nightchat", "brightflash", "turboram"];
const apps = ["slots", "poker", "roulette", "bingo", "chat", "torch", "booster", "scanner", "keyboard"];
const reasons = ["gambling", "dating", "invalid traffic", "for children", "made for advertising"];

/** Lines of a list file: a number of apps. */
function manyApps(count: number, first = 0): string {
  return Array.from({ length: count }, (_, offset) => {
    const index = first + offset;
    const app = `${studios[index % studios.length]}.${apps[index % apps.length]}${index}`;
    return noted(`${reasons[index % reasons.length]}, batch ${Math.floor(index / 500)}`, `com.${app}`);
  }).join("");
}

/** A day from now on, as `YYYY-MM-DD`. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

const before = {
  "blocked-apps":
    manyApps(1850) +
    noted("cleared by the verification vendor", "com.pdfgenius.scanner", "com.magiclens.camera") +
    noted(`Black Friday, until ${dayIn(9)}`, "com.dealflash.coupons", "com.giftrush.store") +
    noted("dating", "com.flirtline.singles", "com.meetnow.chat", "com.secretadmirer.nearby"),
  "blocked-placements": noted("viewability under 20%", "20418-rewardedb21c", "20418-interstitial7f3a"),
  "premium-news": noted("direct deal", "com.cityherald.app", "com.oldtimes.epaper", "com.morningledger.reader"),
  "partner-apps": noted("contract 2027", "com.trailfinder.maps", "com.chessmaster.daily"),
};

const after = {
  ...before,
  "blocked-apps":
    before["blocked-apps"].replace(/^.*(?:pdfgenius|magiclens).*\n/gmu, "") +
    noted("gambling", "com.luckyreels.jackpot", "com.vegasnights.roulette", "com.quickwager.sportsbook") +
    noted("invalid traffic, IVT 38%", "com.brightflash.torch", "com.turboram.booster"),
  "blocked-placements": noted("viewability under 20%", "20418-interstitial7f3a", "31177-banner04de"),
  "premium-news":
    noted("direct deal", "com.cityherald.app", "com.morningledger.reader") + noted("deal Q1", "com.dailyvoice.news"),
};

/** Runs real previews of a project on a simulator. Its folder is deleted afterwards. */
export async function makePreviews(): Promise<Previews> {
  const scratch = join(root, ".scratch");
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "screenshots-"));
  const [home, state, temporary] = ["home", "state", "temporary"].map((name) => join(folder, name));
  if (home === undefined || state === undefined || temporary === undefined) throw new Error("There are three folders.");
  for (const each of [home, state, temporary, join(folder, "lists")]) mkdirSync(each);
  const simulator = await startSimulator({
    lists: [
      { id: 4321, name: "Brand safety: blocklist", hasAssociatedCampaigns: true, appBundles: ["com.olddeal.shop"] },
      { id: 5120, name: "Premium news: allowlist", hasAssociatedCampaigns: true },
      { id: 5130, name: "Partner apps" },
    ],
  });
  const engine = await engineFolder();
  const environment = {
    ...pulumiEnvironment({ engine, home, state, temporary, passphrase: "screenshots" }),
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    APP_LIST_BASE_URL: simulator.url,
    APP_LIST_API_KEY: defaultAccount.apiKey,
    APP_LIST_API_SECRET: defaultAccount.apiSecret,
    APP_LIST_USERNAME: defaultAccount.username,
    APP_LIST_PASSWORD: defaultAccount.password,
  };
  const pulumi = async (...commandArguments: readonly string[]) =>
    await runPulumi(commandArguments, { engine, folder, environment });
  const writeLists = (lists: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(lists)) writeFileSync(join(folder, "lists", `${name}.txt`), content);
  };
  const preview = async () => (await pulumi("preview", "--json", "--refresh")).text;
  try {
    writeFileSync(join(folder, "index.js"), program);
    writeFileSync(
      join(folder, "Pulumi.yaml"),
      "name: brand-safety\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
    writeLists(before);
    for (const command of [
      ["stack", "init", "prod"],
      ["up", "--yes", "--skip-preview"],
    ]) {
      const { code, text } = await pulumi(...command);
      if (code !== 0) throw new Error(text);
    }
    simulator.edit(4321, { remove: { appBundles: ["com.flirtline.singles", "com.meetnow.chat"] } });
    simulator.edit(5120, { add: { appBundles: ["com.viralbuzz.feed", "com.quizmania.daily"] } });
    writeLists(after);
    const changes = await preview();
    writeLists({ ...after, "blocked-apps": manyApps(600) });
    const failed = await preview();
    writeLists({ ...after, "blocked-apps": manyApps(1500) + manyApps(9600, 5000) });
    const many = await preview();
    return { changes, failed, many };
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
