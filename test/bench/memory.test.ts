import { describe, expect, it } from "vitest";
import { roleOf } from "../../bench/run/memory";

describe("roleOf", () => {
  it.each([
    ["/home/versions/3.259.0/bin/pulumi preview", "engine"],
    ["/bin/pulumi-language-nodejs -root=/x 127.0.0.1:1", "language host"],
    ["node /x/node_modules/@pulumi/pulumi/cmd/run --monitor 127.0.0.1:1", "program"],
    ["/x/.python/bin/python -u /bin/pulumi-language-python-exec --project x", "program"],
    ["node /x/node_modules/@pulumi/pulumi/cmd/dynamic-provider 127.0.0.1:1", "provider"],
    ["node /home/plugins/resource-app-list-v0.1.0/pulumi-resource-app-list 127.0.0.1:1", "plugin"],
    ["/x/terraform-provider-restapi_v1.20.0", "provider"],
    ["git rev-parse HEAD", undefined],
    ["node --version", undefined],
  ])("knows a process by its command line: %s", (command, role) => {
    expect(roleOf(command)).toBe(role);
  });
});
