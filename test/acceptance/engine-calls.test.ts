import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { callsFile, describeCall, propertiesOf, steps } from "../laws/engine-calls";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { inList, listsOf, testbed } from "./testbed";

const lineSchema = z.object({
  method: z.string().transform((method) => method.slice(method.lastIndexOf("/") + 1)),
  request: z.looseObject({ name: z.string().optional(), preview: z.boolean().optional() }).catch({}),
  response: z.unknown().optional(),
});

/**
 * The calls in the engine's log of its gRPC, without it afterward. Each is there with its request, and with its
 * response.
 */
function takeCalls(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return lines.flatMap((line) => {
    const { method, request, response } = lineSchema.parse(JSON.parse(line));
    if (response !== undefined || request.name !== "blocked") return [];
    const called = request.preview === true ? `${method} in a preview` : method;
    return describeCall(called, propertiesOf[called]?.map((name) => request[name]) ?? []);
  });
}

it.each(oneOrAllHosts(pluginHost))("The engine calls $name as its stand-in does in the laws", async (host) => {
  const lists = listsOf({ 1: [], 2: [] });
  const { project } = await testbed({ program: {}, host, lists });
  const file = join(project.folder, "grpc.json");
  const urnOf = (name: string): string => `urn:pulumi:dev::acceptance::${host.type}::${name}`;
  project.environment["PULUMI_DEBUG_GRPC"] = file;
  const calls: string[] = [];
  // A dynamic resource cannot be imported on the command line, and only the programs in YAML refer to others.
  const own = steps.filter(
    ({ command, source }) => host === pluginHost || (command !== "import" && source === undefined),
  );
  for (const { name, command, appListId, appBundles, source, isTainted = false } of own) {
    const fed = source && { websites: `\${${source}.name}` };
    const program: Program = {
      ...(source && { [source]: inList(source === "failed" ? 9 : 1, []) }),
      ...(appListId !== undefined && { blocked: inList(appListId, appBundles, fed) }),
    };
    project.declare(program, host);
    if (isTainted) succeeded(await project.pulumi("state", "taint", urnOf("blocked"), "--yes"));
    const [word = "", ...options] = command.split(" ");
    if (command === "up --replace") options.push(urnOf("blocked"));
    if (command === "import") options.push("--protect=false", host.type, "blocked", String(appListId));
    if (source === "excluded") options.push("--exclude", urnOf(source));
    if (source === "failed") options.push("--continue-on-error");
    const flags = word === "preview" ? [] : ["--yes", "--skip-preview"];
    const ended = await project.pulumi(word, ...flags, ...options);
    // The file backend refuses a state in which a dependency is missing.
    if (source === undefined || command === "preview") succeeded(ended);
    else failed(ended);
    calls.push(`# ${name}`, ...takeCalls(file), "");
  }
  await expect(calls.join("\n")).toMatchFileSnapshot(
    join(import.meta.dirname, "..", "laws", callsFile(host === pluginHost)),
  );
});
