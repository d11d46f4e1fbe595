// `npm run demo`, after the set-up: real `pulumi` commands manage an app list on a simulator of the API. The demo checks
// each result and deletes everything that it creates.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { defaultAccount, startSimulator } from "pulumi-app-list/simulator";

import { root } from "./paths.mjs";
import { ensureEngine } from "./engine/ensure-engine.mjs";
import { pulumiEnvironment } from "./pulumi/environment.ts";
import { runPulumi } from "./pulumi/run.ts";
import { runProgram, ToolError } from "./tool-error.mjs";

/** Fictional studios, each with all of the fictional apps, as lines of a list file. */
function linesOf(note: string, studios: string, apps: string): readonly string[] {
  const names = studios.split(" ").flatMap((studio) => apps.split(" ").map((app) => `com.${studio}.${app}`));
  return names.map((name) => `${name.padEnd(34)}# ${note}`);
}

const entriesIn = (lines: readonly string[]) => lines.map((line) => line.replace(/ .*/u, ""));

const gambling = "slots poker roulette bingo blackjack sportsbook scratchcards baccarat lotto keno";
const dating = "chat video nearby singles matches roulette senior lite plus classic";
const utilities = "torch booster scanner cooler camera keyboard wallpapers ringtones vpn horoscope";
const lines = [
  ...linesOf("gambling", "luckyreels vegasnights quickwager goldfever highroller spinworld", gambling),
  ...linesOf("dating", "nightchat meetnow secretadmirer flirtline heartbeat blinddate twohearts", dating),
  ...linesOf("invalid traffic", "brightflash cleanwizard batterymedic turboram magiclens pdfgenius", utilities),
];
const removedLines = lines.filter((line) => /goldfever\.bingo|magiclens\.vpn/u.test(line));
const addedLines = linesOf("gambling", "royalfortune", "poker slots roulette");
const linesAfterEdit = [...lines.filter((line) => !removedLines.includes(line)), ...addedLines];

/** The list before the first `pulumi up`: entries of the dashboard, and a few that the program declares, too. */
const unmanaged = entriesIn(linesOf("", "shopfast dealhunter bargainbay", "outlet fashion groceries auctions coupons"));
const adopted = entriesIn(lines).filter((_, index) => index % 25 === 7);
const [missingApp, dashboardApp] = ["com.blinddate.video", "com.dealhunter.flashsales"];
const unmanagedLater = [...unmanaged, dashboardApp];

// The reader has closed the pipe, as in `npm run demo | head`.
process.stdout.on("error", () => process.exit());

const print = (text: string) => process.stdout.write(text);
const printLines = (text: readonly string[]) => print(`${text.map((line) => `    ${line}`).join("\n")}\n\n`);

let step = 0;
/** Prints the number and the title of the next step, and an explanation. */
function begin(title: string, explanation?: string): void {
  step += 1;
  print(`\n${styleText(["bold", "cyan"], `━━ ${step}/9  ${title}`)}\n\n`);
  if (explanation !== undefined) print(`${explanation}\n\n`);
}

/** Requires that a step has its described result. */
function check(holds: boolean, problem: string): void {
  if (!holds) throw new ToolError(`The demo stopped, because ${problem}. To find the cause, run: npm test`);
}

mkdirSync(join(root, ".scratch"), { recursive: true });
const engine = await ensureEngine();
// Inside the clone, so that the program finds its packages.
const folder = mkdtempSync(join(root, ".scratch", `demo-${process.pid}-`));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const appsFile = "examples/quickstart/lists/blocked-apps.txt";
const writeApps = (content: readonly string[]) => writeFileSync(join(folder, appsFile), `${content.join("\n")}\n`);

const id = 4321;
const lists = [{ id, name: "Brand safety", appBundles: [...unmanaged, ...adopted] }];
const simulator = await startSimulator({ lists, accounts: [defaultAccount] });

/** Requires that the list has these entries and no others, and prints their numbers. */
function checkList(others: readonly string[], managed: readonly string[]): void {
  const wrong = [...new Set(simulator.list(id)?.appBundles).symmetricDifference(new Set([...others, ...managed]))];
  check(wrong.length === 0, `the list differs from the expected one by ${wrong.slice(0, 5).join(", ")}`);
  printLines([`App list ${id}: ${managed.length} declared entries, and ${others.length} others`]);
}

/** The requests that the API received, as the documentation names them: "token, probe, add 291". */
function describeRequests(): string {
  const names = simulator.journal.map(({ action, entries = {} }) => {
    const sent = Object.values(entries).flat();
    // The removal of an app bundle that cannot exist reads the list.
    if (action === "remove" && sent[0]?.startsWith("invalid.") === true) return "probe";
    return sent.length > 0 ? `${action} ${sent.length}` : action;
  });
  return names.join(", ") || "none";
}

/** Prints and runs a `pulumi` command, which must exit with the status and send the requests. Returns its output. */
async function pulumi(args: readonly string[], requests = "none", expectedStatus = 0): Promise<string> {
  print(`${styleText("bold", `$ pulumi ${args.join(" ").replaceAll(/ --(?=plain|secret)/gu, " \\\n    --")}`)}\n`);
  simulator.clearJournal();
  const environment = {
    ...pulumiEnvironment({ engine, home: folder, state: folder, temporary: folder, passphrase: "demo" }),
    // Variables instead of options, so that the printed command is the one that a person would type.
    PULUMI_OPTION_COLOR: process.stdout.isTTY && process.stdout.hasColors() ? "always" : "never",
    PULUMI_OPTION_NON_INTERACTIVE: "true",
    PULUMI_OPTION_SUPPRESS_PROGRESS: "true",
  };
  const { code, text } = await runPulumi(args, { engine, folder, environment, onOutput: print });
  check(code === expectedStatus, `pulumi ${args[0]} exited with ${code} instead of ${expectedStatus}`);
  const sent = describeRequests();
  print(styleText("dim", `(requests to the API: ${sent})\n\n`));
  check(sent === requests, `pulumi ${args[0]} sent ${sent} instead of ${requests}`);
  return text;
}

await runProgram(async () => {
  for (const path of ["Pulumi.yaml", "examples/quickstart"]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  begin("A program, and a list that already has entries", "The program reads its entries from text files:");
  printLines(readFileSync(join(folder, "examples/quickstart/index.ts"), "utf8").trimEnd().split("\n"));
  writeApps(lines);
  print(`For the demo, ${appsFile} contains ${lines.length} fictional apps, such as:\n\n`);
  printLines(lines.slice(0, 3));
  print(`The list in a simulator of the API has ${unmanaged.length + adopted.length} entries.\n`);
  print("A stack needs its ID, the base URL of the API, and an account:\n\n");
  await pulumi(["stack", "init", "demo"]);
  const { username, password, apiKey, apiSecret } = defaultAccount;
  const plaintext = { appListId: id, "app-list:baseUrl": simulator.url, "app-list:username": username };
  const secret = { "app-list:apiKey": apiKey, "app-list:apiSecret": apiSecret, "app-list:password": password };
  const settings = Object.entries({ plaintext, secret }).flatMap(([option, values]) =>
    Object.entries(values).flatMap(([name, value]) => [`--${option}`, `${name}=${value}`]),
  );
  await pulumi(["config", "set-all", ...settings]);

  begin(`The first up declares ${lines.length} apps; ${adopted.length} of them are in the list already`);
  await pulumi(["up", "--yes", "--skip-preview"], `token, probe, add ${lines.length - adopted.length}`);
  print("The probe asks the API to remove an app bundle that cannot exist. The response contains the whole list.\n\n");
  checkList(unmanaged, entriesIn(lines));

  begin("Without changes, a preview sends nothing");
  check((await pulumi(["preview"])).includes("2 unchanged"), "the preview shows changes");

  begin(`An edit of the list file: ${addedLines.length} lines added, ${removedLines.length} lines removed`);
  printLines([...removedLines.map((line) => `- ${line}`), ...addedLines.map((line) => `+ ${line}`)]);
  writeApps(linesAfterEdit);
  const shown = await pulumi(["preview", "--diff"]);
  for (const app of entriesIn(removedLines)) check(shown.includes(`- ${app} `), `the preview does not remove ${app}`);
  for (const app of entriesIn(addedLines)) check(shown.includes(`+ ${app} `), `the preview does not add ${app}`);

  begin("The next up sends these changes and nothing else");
  const changes = `token, probe, add ${addedLines.length}, remove ${removedLines.length}`;
  await pulumi(["up", "--yes", "--skip-preview"], changes);
  checkList(unmanaged, entriesIn(linesAfterEdit));

  const truncated = linesAfterEdit.slice(0, 50);
  const left = `Only ${truncated.length} of ${linesAfterEdit.length} apps are left in ${appsFile}:`;
  begin("A truncated list file: the removal guard stops the change", left);
  writeApps(truncated);
  const error = await pulumi(["preview"], "none", 1);
  check(error.includes("APP_LIST_APPROVE="), "the error does not show how to approve the change");
  writeApps(linesAfterEdit);

  begin(
    "Drift: the list is changed in the dashboard",
    `A colleague removes ${missingApp}, which the program declares, and adds ${dashboardApp}.\n` +
      "A preview with --refresh reads the list. It shows the drift, and how the next up repairs it:",
  );
  simulator.edit(id, { remove: { appBundles: [missingApp] }, add: { appBundles: [dashboardApp] } });
  const drift = await pulumi(["preview", "--refresh", "--diff"], "token, probe");
  check(
    drift.includes(`- ${missingApp} `) &&
      drift.includes(`plan: +1 app bundle → ${linesAfterEdit.length} managed: +"${missingApp}"`),
    "the preview does not show the drift",
  );
  check(!drift.includes(dashboardApp), `the preview names ${dashboardApp}, which is unmanaged`);

  begin("An up with --refresh adds the missing entry and keeps the colleague's entry");
  await pulumi(["up", "--refresh", "--yes", "--skip-preview"], "token, probe, probe, add 1");
  checkList(unmanagedLater, entriesIn(linesAfterEdit));

  begin("Destroy removes the added entries and keeps all others");
  const removals = linesAfterEdit.length - adopted.length;
  await pulumi(["destroy", "--yes", "--skip-preview"], `token, probe, remove ${removals}`);
  checkList(unmanagedLater, adopted);

  print("Next steps\n\nDo the same step by step:  docs/tutorial.md\n");
  print('Use your own account:      README.md, section "Use it"\n');
});
await simulator.close();
