import { expect, it } from "vitest";
import { labMinutes, printTried } from "../laws/sample";
import { caseAt, product } from "./cases";
import { heldIn } from "./entries";
import { adoptedAfter, brokenBy, goalsMissedBy } from "./laws";
import { Process } from "./stack";

/** The number of cases in a run of all tests: a few seconds. In the lab, the time is the limit. */
const usual = 6_000;
const most = 1_500_000;

/** Every n-th case of the product. It is prime, so that the cases differ in all that they consist of. */
const stride = 213_480_663_761_626_741n;

it("follows the laws in every small case", { timeout: 3_600_000 }, async () => {
  const end = performance.now() + labMinutes * 0.4 * 60_000;
  const broken = new Map<string, string>();
  let [cases, process] = [0, new Process("probe")];
  printTried(() => `${cases} small cases`);
  for (let number = 0n; number < product && broken.size === 0; number += 1n) {
    if (labMinutes > 0 ? cases >= most || performance.now() > end : cases >= usual) break;
    const one = caseAt((number * stride) % product);
    if (one === undefined) continue;
    const { start, command } = one;
    // A process remembers each list.
    if (!process.isUsable || process.observe !== start.service.observe || cases % 1000 === 0) {
      process = new Process(start.service.observe);
    }
    cases += 1;
    let { adopted } = heldIn(start.resource?.outputs);
    for (const step of (await process.run(start, command)).steps) {
      const goals = start.trouble === undefined ? goalsMissedBy(step, start.service) : [];
      for (const law of [...brokenBy(step, adopted), ...goals]) {
        const kind = law.slice(0, law.indexOf(":"));
        if (!broken.has(kind)) broken.set(kind, `${law} in ${JSON.stringify({ one, step })}`);
      }
      adopted = adoptedAfter(adopted, step);
    }
  }
  expect([...broken.values()]).toEqual([]);
});
