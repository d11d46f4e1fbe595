import fc from "fast-check";
import { expect, it } from "vitest";
import { samples } from "../harness/samples";
import { engineInMemory } from "../laws/memory";
import { judge } from "../laws/judge";
import { isOpen } from "../laws/services";
import { namesOf } from "../laws/oracle/bits";
import { labMinutes, labTime, printTried, seed } from "../laws/sample";
import { anyCase } from "./cases";
import { optionsOf } from "./troubles";

it("follows the laws in any small case", { timeout: 3_600_000 }, async () => {
  const engine = engineInMemory();
  let cases = 0;
  printTried(() => `${cases} small cases`);
  const property = fc.asyncProperty(anyCase, async (one) => {
    if (one === undefined) return;
    const { service, held, resources, command, trouble, mayBeStopped } = one;
    cases += 1;
    const stack = engine.stack(service, held, resources);
    const ended = await stack.command(command, optionsOf(trouble, engine));
    const { requests, said } = stack.commanded;
    const isCalm = trouble === undefined && !mayBeStopped;
    const broken = judge(stack, ended, engine, isCalm ? isOpen(service) : undefined);
    const sent = requests.map(({ action, named, outcome }) => [action, ...namesOf(named), outcome]);
    expect(broken, `${JSON.stringify(sent)}\n${said}`).toEqual([]);
  });
  const isTimed = labMinutes > 0;
  const plugins = isTimed ? [fc.interruptAfterTimeLimit(labTime("cases"))] : [];
  await fc.assert(property, { seed, numRuns: isTimed ? 1_500_000 : 5_600 * samples, plugins });
});
