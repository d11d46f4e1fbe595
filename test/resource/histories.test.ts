import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { hasAllHosts } from "../harness/hosts";
import { dynamicHost } from "../laws/hosts/dynamic";
import type { Host } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { pluginHost } from "../laws/hosts/plugin";
import { testHistories } from "./history";

const folder = join(import.meta.dirname, "histories");

const hostsOf: Readonly<Record<string, readonly Host[]>> = {
  "both-hosts.txt": hosts,
  // Pulumi's dynamic provider cannot import.
  "imports.txt": [pluginHost],
  "outages.txt": hasAllHosts ? hosts : [pluginHost],
};

describe.each(readdirSync(folder))("%s", (file) => {
  testHistories(join(folder, file), hostsOf[file] ?? [dynamicHost]);
});
