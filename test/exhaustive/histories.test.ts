import { expect, it } from "vitest";
import { labMinutes, printTried } from "../laws/sample";
import { bitsOf } from "./entries";
import { explore } from "./histories";
import { services } from "./services";

const [bundle, website, others] = [bitsOf(["com.a"]), bitsOf(["a.example"]), bitsOf(["z.example"])];
const both = bundle | website;
const isLab = labMinutes > 0;

/** One stack that declares a website or not, and two that share it. In the lab, until no history leads to a new state. */
const spaces = [
  { stacks: "one stack", programs: [[{ entries: both }, { entries: bundle }]], depth: isLab ? 99 : 2, only: undefined },
  {
    stacks: "two stacks",
    programs: [[{ entries: both }], [{ entries: website }]],
    depth: isLab ? 4 : 3,
    only: "usual",
  },
] as const;

for (const { stacks, programs, depth, only } of spaces) {
  it.each(Object.entries(services).filter(([name]) => only === undefined || name === only))(
    `follows the laws in every short history of ${stacks} with an API of which is true: %s`,
    { timeout: 3_600_000 },
    async (name, service) => {
      const explored = await explore({ service, programs, editable: [website, others], depth });
      printTried(() => `${stacks}, ${name}: ${explored.states} states, ${explored.commands} commands`);
      expect(Object.fromEntries(explored.broken)).toEqual({});
    },
  );
}
