import { dynamicHost } from "./dynamic";
import type { Host } from "./host";
import { pluginHost } from "./plugin";

/** All hosts: the laws, the fault matrix and the hostile inputs run with each of them. */
export const hosts: readonly Host[] = [dynamicHost, pluginHost];
