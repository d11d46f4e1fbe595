import { appendFileSync } from "node:fs";
import type { Resource } from "./deployment";
import { namesOf } from "./oracle/bits";
import type { Commanded } from "./oracle/laws";
import { seed } from "./sample";

/** Set by `npm run lab -- same-as`: the file that gets a line of JSON for each command of cases, histories and the model. */
const file = process.env["LAWS_RECORD"];

/** What differs in each run: random names, ports, digests of changes at them, and the IDs of lists in small cases. */
const changing = /(?<=invalid\.pulumiapplist\.|APP_LIST_APPROVE=)\w+|(?<=127\.0\.0\.1:)\d+|\b1000\d{3}\b/gu;

/** Waits are random, and a killed process may print one or not. */
const isRandom = (printed: string): boolean => printed.includes("the next request waits");

/** What a command sent, printed and left, in short. */
export function summaryOf({ requests, said }: Commanded, state: readonly Resource[]) {
  const sent = requests.map(({ action, named, reserved, outcome, shown, listed, operation }) => {
    const words = [operation?.name, action, ...namesOf(named), ...reserved, outcome];
    return [...words, "shows", ...namesOf(listed), "of", ...namesOf(shown)].join(" ");
  });
  return { requests: sent, state, printed: said.split("\n").filter((line) => !isRandom(line)) };
}

/** Records a command, if there is a file. */
export function record(name: string, ...command: Parameters<typeof summaryOf>): void {
  if (file === undefined) return;
  const line = JSON.stringify({ name, seed, ...summaryOf(...command) });
  appendFileSync(file, `${line.replaceAll(changing, "0")}\n`);
}
