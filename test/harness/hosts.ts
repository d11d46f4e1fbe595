/** A host of the provider, as a program uses it. */
export interface PulumiHost {
  readonly name: string;
  /** The module with its class. */
  readonly module: string;
  /** The type of its resources in the state. */
  readonly type: string;
}

export const dynamicHost: PulumiHost = {
  name: "the dynamic provider",
  module: "pulumi-app-list",
  type: "pulumi-nodejs:dynamic/app-list:AppListEntries",
};

export const pluginHost: PulumiHost = {
  name: "the plugin",
  module: "pulumi-app-list/plugin",
  type: "app-list:index:AppListEntries",
};

/** All hosts, for programs in JavaScript and TypeScript. */
export const pulumiHosts: readonly PulumiHost[] = [dynamicHost, pluginHost];

/** `npm test` runs a scenario that is not about hosts with one, `.ci/run` and the lab with each. */
export const hasAllHosts = process.env["HOSTS"] === "all";

export function oneOrAllHosts(one: PulumiHost): readonly PulumiHost[] {
  return hasAllHosts ? pulumiHosts : [one];
}

/** A program in which the class of a host is imported, from one that imports the dynamic provider's. */
export function withHost(program: string, { module }: PulumiHost): string {
  return program.replaceAll(/(["'])pulumi-app-list\1/gu, `$1${module}$1`);
}
