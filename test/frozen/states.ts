import { z } from "zod";
import { defaultAccount, type SimulatedAccount, type SimulatedList } from "../../provider/simulator/index";
import { settingsFor } from "../harness/simulator-settings";
import type { StackSettings } from "../harness/project";
import { frozenFiles, readFrozen } from "./versions";

const entriesSchema = z.array(z.string());

const listSchema = z.object({
  id: z.number(),
  name: z.string(),
  appBundles: entriesSchema,
  placementIds: entriesSchema,
  websites: entriesSchema,
});

const resourceSchema = z.object({
  urn: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  initErrors: z.array(z.string()).optional(),
});

const deploymentSchema = z.looseObject({ deployment: z.looseObject({ resources: z.array(resourceSchema) }) });

/** The state of a stack as a real engine exported it, with its program and the lists at that time. */
const frozenStackSchema = z.object({
  /** The program, in JavaScript. */
  program: z.string(),
  /** The lists of each account, by its name; the default account is "". */
  lists: z.record(z.string(), z.array(listSchema)),
  /** The output of `pulumi stack export`. Its secrets are encrypted with the passphrase of the tests. */
  exported: z.unknown().refine((value) => deploymentSchema.safeParse(value).success, "not an exported stack"),
});

export type FrozenStack = z.infer<typeof frozenStackSchema>;

export type FrozenResource = z.infer<typeof resourceSchema>;

/** The address of the simulator in the fixtures. */
export const frozenUrl = "http://127.0.0.1:65535";

/** The named accounts of the fixtures. The API does not show the lists of "hidden": `observe` is off. */
export const namedAccounts = {
  eu: { username: "eu@example.com", password: "eu pass+word", apiKey: "eu-key", apiSecret: "eu-secret-77aa" },
  hidden: { username: "hidden@example.com", password: "hidden+pass", apiKey: "hidden-key", apiSecret: "hidden-88bb" },
} as const;

/** The fixtures: the name of each, such as `0.1.0/states/plugin.json`, and its content. */
export function frozenStacks(): readonly (readonly [name: string, stack: FrozenStack])[] {
  return frozenFiles("states/*.json").map((path) => [path, frozenStackSchema.parse(readFrozen(path))]);
}

/** The resources of this package in an exported stack. */
export function appListResources({ exported }: Pick<FrozenStack, "exported">): readonly FrozenResource[] {
  return deploymentSchema.parse(exported).deployment.resources.filter(({ type }) => type.endsWith(":AppListEntries"));
}

/** The accounts of a simulator with lists. */
export function accountsWith(lists: Readonly<Record<string, readonly SimulatedList[]>>): readonly SimulatedAccount[] {
  const named = Object.entries(namedAccounts).map(([name, login]) => ({ ...login, lists: lists[name] ?? [] }));
  return [{ ...defaultAccount, lists: lists[""] ?? [] }, ...named];
}

/** The settings of a stack with all accounts. */
export function settingsOfAll(simulator: Parameters<typeof settingsFor>[0]): StackSettings {
  const { plain, secret } = settingsFor(simulator);
  const accounts = { eu: namedAccounts.eu, hidden: { ...namedAccounts.hidden, observe: "off" } };
  return { plain, secret: { ...secret, accounts: JSON.stringify(accounts) } };
}
