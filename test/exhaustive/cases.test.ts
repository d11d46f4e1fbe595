import { expect, it } from "vitest";
import { engineInMemory } from "../laws/memory";
import { namesOf } from "../laws/oracle/bits";
import { brokenBy, goalsMissedBy } from "../laws/oracle/laws";
import { labMinutes, labTime, printTried, seed } from "../laws/sample";
import { caseAt, product } from "./cases";
import { isOpen } from "./services";
import { optionsOf } from "./troubles";

/** The number of cases in a run of all tests: a few seconds. In the lab, the time is the limit. */
const usual = 5_400;
const mostInLab = 1_500_000;

/** The number of cases of a run that is repeated. */
const limit = process.env["LAWS_CASES"];

/** Every n-th case of the product. It is prime, so that the cases differ in all that they consist of. */
const stride = 213_480_663_761_626_741n;

/** Where the cases begin. */
const first = BigInt(seed) * 1_000_000_007n;

it("follows the laws in every small case", { timeout: 3_600_000 }, async () => {
  const isTimed = labMinutes > 0 && limit === undefined;
  const end = isTimed ? performance.now() + labTime("cases") : Infinity;
  const most = isTimed ? mostInLab : Number(limit ?? usual);
  const broken = new Map<string, unknown>();
  const engine = engineInMemory();
  let cases = 0;
  printTried(
    () => `${cases} small cases`,
    () => ({ LAWS_CASES: cases }),
  );
  for (let number = first; cases < most && performance.now() < end; number += 1n) {
    const one = caseAt((number * stride) % product);
    if (one === undefined) continue;
    const { service, held, resources, command, trouble, mayBeStopped } = one;
    cases += 1;
    const stack = engine.stack(service, held, resources);
    await stack.command(command, optionsOf(trouble, engine));
    const { commanded } = stack;
    const goals = trouble === undefined && !mayBeStopped ? goalsMissedBy(commanded, isOpen(service)) : [];
    for (const law of [...brokenBy(commanded), ...goals]) {
      const [name = ""] = law.split(":");
      const { requests: sent, said } = commanded;
      const requests = sent.map(({ action, named, outcome }) => [action, ...namesOf(named), outcome].join(" "));
      if (!broken.has(name)) broken.set(name, { law, number, one, requests, said });
    }
  }
  expect(Object.fromEntries(broken)).toEqual({});
});
