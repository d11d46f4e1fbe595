import { expect, it } from "vitest";
import { brokenBy, goalsMissedBy } from "../laws/oracle/laws";
import { record } from "../laws/record";
import { labMinutes, printTried } from "../laws/sample";
import { caseAt, product } from "./cases";
import { isOpen } from "./services";
import { run } from "./stack";

/** The number of cases: in a run of all tests a few seconds. In the lab, the time is the limit. */
const usual = Number(process.env["LAWS_CASES"] ?? 6_000);
const most = 1_500_000;

/** Every n-th case of the product. It is prime, so that the cases differ in all that they consist of. */
const stride = 213_480_663_761_626_741n;

it("follows the laws in every small case", { timeout: 3_600_000 }, async () => {
  const end = performance.now() + labMinutes * 0.4 * 60_000;
  const broken = new Map<string, string>();
  let cases = 0;
  printTried(() => `${cases} small cases`);
  for (let number = 0n; number < product && broken.size === 0; number += 1n) {
    if (labMinutes > 0 ? cases >= most || performance.now() > end : cases >= usual) break;
    const one = caseAt((number * stride) % product);
    if (one === undefined) continue;
    const { start, command } = one;
    cases += 1;
    const ran = await run(start, command);
    record(`case ${number}`, ran, ran.resourcesAfter);
    const goals = start.trouble === undefined ? goalsMissedBy(ran, isOpen(start.service)) : [];
    for (const law of [...brokenBy(ran), ...goals]) broken.set(law, `${law} in ${JSON.stringify({ one, ran })}`);
  }
  expect([...broken.values()]).toEqual([]);
});
