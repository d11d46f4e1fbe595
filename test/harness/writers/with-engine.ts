import { defaultAccount, type Simulator } from "pulumi-app-list/simulator";
import { z } from "zod";
import { createProject, type Printed } from "../project.ts";
import { appListId, contention, type Writer } from "./rounds.ts";

const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: ${appListId}, appBundles: entriesFromFile("entries.txt") });
`;

/** A stack with a real engine. */
export async function writerWithEngine(simulator: Simulator): Promise<Writer> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const plain = { baseUrl: simulator.url, username, maxEntriesPerRequest: "20" };
  const project = await createProject({ program, settings: { plain, secret: { apiKey, apiSecret, password } } });
  let outputs = outputsSchema.parse({});
  const run = async (command: Promise<Printed>): Promise<Printed> => {
    const printed = await command;
    const exported = mustSucceed(await project.pulumi("stack", "export"));
    const { deployment } = stackSchema.parse(JSON.parse(exported.text));
    const resource = deployment.resources.find(({ type }) => type.endsWith("app-list:AppListEntries"));
    outputs = outputsSchema.parse(resource?.outputs ?? {});
    return printed;
  };
  return {
    up: async (appBundles) => {
      project.write("entries.txt", appBundles.map((entry) => `${entry}\n`).join(""));
      const printed = await run(project.up());
      return printed.code === 0 || (!printed.text.includes(contention) && mustSucceed(printed).code === 0);
    },
    refresh: async () => {
      mustSucceed(await run(project.pulumi("refresh", "--yes", "--skip-preview")));
    },
    held: () => outputs.appBundles,
    missing: () => outputs.missing.appBundles,
    close: async () => project.remove(),
  };
}

const text = z
  .string()
  .default("")
  .transform((lines): ReadonlySet<string> => new Set(lines.split("\n").filter((line) => line !== "")));
const outputsSchema = z.object({ appBundles: text, missing: z.object({ appBundles: text }).prefault({}) });
const stackSchema = z.object({
  deployment: z.object({
    resources: z.array(z.object({ type: z.string(), outputs: z.record(z.string(), z.unknown()).default({}) })),
  }),
});

function mustSucceed(printed: Printed): Printed {
  if (printed.code !== 0) throw new Error(printed.text);
  return printed;
}
