import { once } from "node:events";
import { join } from "node:path";
import { credentials, type MethodDefinition } from "@grpc/grpc-js";
import { ResourceProviderClient, ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { built } from "../../harness/built";
import { temporaryFolder } from "../../harness/shared-files";
import { configure, toFailure } from "../../laws/hosts/plugin";
import { Failure } from "../../laws/hosts/host";
import { toStruct } from "../../laws/hosts/engine-values";
import { login } from "../../resource/started";
import { simulatorForTest } from "../../simulator/simulators";
import { urn } from "./configured-plugin";

/** The process of the plugin, configured for a simulator whose list 1 has an entry of somebody else. */
async function startPlugin() {
  const arrived = Promise.withResolvers<void>();
  const simulator = await simulatorForTest({
    lists: [{ id: 1, name: "brand-safety", appBundles: ["com.z"] }],
    onRequest: ({ fault }) => (fault === undefined ? undefined : arrived.resolve()),
  });
  const env = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
  const program = join(built(), "plugin", "pulumi-resource-app-list");
  const child = spawn(process.execPath, [program, "127.0.0.1:1"], { env, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")).map(String);
  const client = new ResourceProviderClient(`127.0.0.1:${port?.trim()}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  const call = async <Request, Response>(
    { path, requestSerialize, responseDeserialize }: MethodDefinition<Request, Response>,
    request: Request,
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, response) => {
        if (response === undefined) reject(error === null ? new Error("There was no response.") : toFailure(error));
        else resolve(response);
      });
    });
  await configure(call, { baseUrl: simulator.url, ...login }, "127.0.0.1:1");
  return { simulator, call, child, arrived: arrived.promise };
}

const inputs = (appBundles: string) => toStruct({ appListId: 1, appBundles, removalLimit: "100%" });
const [two, one] = ["com.a\ncom.b\n", "com.a\n"];

// The response to the request never arrives.
it.each([
  ["SIGTERM", "an addition", undefined, '2 app bundles ("com.a", "com.b") may or may not be in the list'],
  ["SIGTERM", "a removal", two, "1 app bundle may or may not be in the list"],
  ["SIGHUP", "a removal", two, "1 app bundle may or may not be in the list"],
  ["SIGINT", "a read", undefined, "Nothing was changed"],
] as const)(
  "a plugin that gets %s in %s returns what is known, and exits with 0",
  async (signal, what, kept, words) => {
    const { simulator, call, child, arrived } = await startPlugin();
    const create = async () => call(service.create, new proto.CreateRequest().setUrn(urn).setProperties(inputs(two)));
    const before = what === "an addition" ? undefined : (await create()).getProperties();
    const update = new proto.UpdateRequest().setId("1").setUrn(urn).setOlds(before).setNews(inputs(one));
    const read = new proto.ReadRequest().setId("1").setUrn(urn).setProperties(before).setInputs(inputs(two));
    const operations = {
      "an addition": { action: "add", nth: 1, run: create },
      "a removal": { action: "remove", nth: 2, run: () => call(service.update, update) },
      "a read": { action: "remove", nth: 1, run: () => call(service.read, read) },
    } as const;
    const { action, nth, run } = operations[what];
    simulator.addFault({ on: { action, nth }, effect: "after", answer: { kind: "hang" } });
    const failed = run().catch((error: unknown) => error);
    await arrived;
    const exited = once(child, "exit");
    child.kill(signal);
    simulator.resetHanging();
    const failure = await failed;
    expect(failure).toMatchObject({ message: expect.stringContaining(words) as unknown });
    expect(failure instanceof Failure && failure.partial?.state["appBundles"]).toBe(kept);
    expect(await exited).toEqual([0, null]);
    // To an engine, it prints nothing but its port.
    expect(child.stderr.read()).toBeNull();
  },
);
