/** One theme of a block list: fictional studios, each with all of the fictional apps. */
interface Theme {
  /** Why such apps are listed. */
  readonly note: string;
  readonly studios: readonly string[];
  readonly apps: readonly string[];
}

const themes: readonly Theme[] = [
  {
    note: "gambling",
    studios: [
      "luckyreels",
      "vegasnights",
      "quickwager",
      "goldfever",
      "highroller",
      "jackpotvalley",
      "acesandeights",
      "spinworld",
    ],
    apps: [
      "slots",
      "poker",
      "roulette",
      "bingo",
      "blackjack",
      "sportsbook",
      "scratchcards",
      "baccarat",
      "lotto",
      "keno",
    ],
  },
  {
    note: "dating",
    studios: [
      "nightchat",
      "meetnow",
      "secretadmirer",
      "flirtline",
      "heartbeat",
      "blinddate",
      "lonesomestars",
      "twohearts",
    ],
    apps: ["chat", "video", "nearby", "singles", "matches", "roulette", "senior", "lite", "plus", "classic"],
  },
  {
    note: "invalid traffic",
    studios: ["brightflash", "cleanwizard", "batterymedic", "turboram", "funnyfaces", "magiclens", "pdfgenius"],
    apps: [
      "torch",
      "booster",
      "scanner",
      "cooler",
      "camera",
      "keyboard",
      "wallpapers",
      "ringtones",
      "vpn",
      "horoscope",
    ],
  },
  {
    note: "for children",
    studios: ["tinypaws", "abcparade", "toddlertime", "dinoworld", "princessland", "babyshapes", "funnyfarm"],
    apps: ["coloring", "puzzles", "numbers", "letters", "memory", "nursery", "dressup", "animals", "songs", "bedtime"],
  },
];

const rivals: Theme = {
  note: "rival shops",
  studios: ["shopfast", "dealhunter", "bargainbay", "cartandco"],
  apps: ["mobile", "outlet", "fashion", "electronics", "groceries", "garden", "auctions", "coupons", "gifts", "travel"],
};

/** An app that the demo blocks, and the reason. */
export interface BlockedApp {
  readonly appBundle: string;
  readonly note: string;
}

function appsIn({ note, studios, apps }: Theme): readonly BlockedApp[] {
  return studios.flatMap((studio) => apps.map((app) => ({ appBundle: `com.${studio}.${app}`, note })));
}

/** The 300 apps that the demo declares at first, by theme. */
export const blockedApps: readonly BlockedApp[] = themes.flatMap(appsIn);

/** Every 25th of them is in the list before the demo declares it. */
export const alreadyListed: readonly string[] = blockedApps
  .filter((_, index) => index % 25 === 7)
  .map(({ appBundle }) => appBundle);

/** The 40 app bundles that were added to the list in the dashboard, and that the demo does not declare. */
export const unmanagedApps: readonly string[] = appsIn(rivals).map(({ appBundle }) => appBundle);

/** The placements that the demo declares. */
export const blockedPlacements: readonly string[] = [
  "20418-interstitial7f3a",
  "20418-rewardedb21c",
  "31177-banner04de",
];

/** The placements that were added to the list in the dashboard, and that the demo does not declare. */
export const unmanagedPlacements: readonly string[] = ["50112-native77aa", "50113-native77ab"];
