import { rmSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import type { Metadata, MethodDefinition } from "@grpc/grpc-js";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { version } from "../../../provider/common/version";
import type { EngineLog } from "../../../provider/hosts/plugin/engine-log";
import { Plugin } from "../../../provider/hosts/plugin/plugin";
import { createService } from "../../../provider/hosts/plugin/service";
import { printNotice, type Notice } from "../../../provider/resource/notice";
import { fromStruct, toStruct } from "./engine-values";
import { Failure, makeCacheFolder, Secret, stepOf, type Host, type ProcessOptions, type Properties } from "./host";

function urnOf(name: string): string {
  return `urn:pulumi:dev::laws::app-list:index:AppListEntries::${name}`;
}

/** The plugin. It gets and returns the messages of gRPC without its sockets, which the tests with a real engine use. */
export const pluginHost: Host = {
  name: "the plugin",
  start: async ({ config, environment, time, print, sharing }) => {
    const { engineAddress = `engine-${(engines += 1)}`, cacheFolder = ownFolder } = sharing ?? {};
    const surroundings = { ...environment, XDG_CACHE_HOME: cacheFolder };
    const connectLog = () => logInMemory(print);
    const plugin = new Plugin({ engineAddress, environment: surroundings, connectLog, clock: time });
    const call = callsOf(plugin);
    await configure(call, config, engineAddress);
    return {
      engineAddress,
      check: async (name, oldInputs, inputs) => {
        const request = new proto.CheckRequest().setUrn(urnOf(name)).setOlds(toStruct(oldInputs));
        const response = await call(service.check, request.setNews(toStruct(inputs)));
        const failures = response.getFailuresList();
        if (failures.length > 0) throw new Failure(failures.map((each) => each.getReason()).join("\n"));
        return fromStruct(response.getInputs());
      },
      diff: async (name, id, state, inputs) => {
        const request = new proto.DiffRequest().setId(id).setUrn(urnOf(name)).setOlds(toStruct(state));
        const response = await call(service.diff, request.setNews(toStruct(inputs)));
        if (response.getChanges() !== proto.DiffResponse.DiffChanges.DIFF_SOME) return "none";
        return stepOf(response.getReplacesList(), response.getDeletebeforereplace());
      },
      create: async (name, inputs) => {
        const request = new proto.CreateRequest().setUrn(urnOf(name));
        const response = await call(service.create, request.setProperties(toStruct(inputs)));
        return { id: response.getId(), state: fromStruct(response.getProperties()) };
      },
      previewCreate: async (name, inputs) => {
        const request = new proto.CreateRequest().setUrn(urnOf(name)).setPreview(true);
        await call(service.create, request.setProperties(toStruct(inputs)));
      },
      previewUpdate: async (name, id, state, inputs) => {
        const request = new proto.UpdateRequest()
          .setId(id)
          .setUrn(urnOf(name))
          .setOlds(toStruct(state))
          .setPreview(true);
        await call(service.update, request.setNews(toStruct(inputs)));
      },
      read: async (name, id, state, inputs) => {
        const request = new proto.ReadRequest().setId(id).setUrn(urnOf(name)).setProperties(toStruct(state));
        const response = await call(service.read, request.setInputs(toStruct(inputs)));
        if (response.getId() === "") return undefined;
        return { state: fromStruct(response.getProperties()), inputs: fromStruct(response.getInputs()) };
      },
      update: async (name, id, state, inputs) => {
        const request = new proto.UpdateRequest().setId(id).setUrn(urnOf(name)).setOlds(toStruct(state));
        const response = await call(service.update, request.setNews(toStruct(inputs)));
        return fromStruct(response.getProperties());
      },
      delete: async (name, id, state, inputs) => {
        const request = new proto.DeleteRequest().setId(id).setUrn(urnOf(name));
        await call(service.delete, request.setProperties(toStruct(state)).setOldInputs(toStruct(inputs)));
      },
      invoke: async (token, args) => {
        const response = await call(service.invoke, new proto.InvokeRequest().setTok(token).setArgs(toStruct(args)));
        return fromStruct(response.getReturn());
      },
      cancel: () => plugin.cancel(),
      stop: () => plugin.close(),
    };
  },
};

/** How many engines have started processes: no two have the same address. */
let engines = 0;

/** The log of an engine without its socket. The engine shows what the plugin prints once the plugin waits for that. */
export function logInMemory(show: ProcessOptions["print"]): EngineLog {
  const pending: Notice[] = [];
  return {
    print: (notice) => void pending.push(notice),
    debug: () => {},
    // A response that does not wait for it comes first.
    flush: async () => {
      if (pending.length > 0) await turn();
      for (const notice of pending.splice(0)) show(printNotice(notice, true), notice.event);
    },
    close: () => {},
  };
}

/** Calls a method of the plugin. */
type Call = <Request, Response>(method: MethodDefinition<Request, Response>, request: Request) => Promise<Response>;

export function callsOf(plugin: Plugin): Call {
  const methods = createService(plugin);
  return async ({ path, ...method }, request) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const handle = methods[name.charAt(0).toLowerCase() + name.slice(1)];
    if (handle === undefined) throw new Failure(`The plugin has no ${name}.`);
    const received = method.requestDeserialize(method.requestSerialize(request));
    return new Promise((resolve, reject) => {
      const respond = (error: CallError | null, response: Parameters<typeof method.responseSerialize>[0]): void => {
        if (error === null) resolve(method.responseDeserialize(method.responseSerialize(response)));
        else reject(toFailure(error));
      };
      Reflect.apply(handle, undefined, [{ request: received }, respond]);
    });
  };
}

/** Settings that a stack's configuration encrypts. */
const secretSettings: ReadonlySet<string> = new Set(["apiKey", "apiSecret", "password", "basicCredential", "accounts"]);

/** Configures a process, as the engine does before its first operation. */
export async function configure(
  call: Call,
  config: Readonly<Record<string, string>>,
  engineAddress: string,
): Promise<void> {
  await call(service.handshake, new proto.ProviderHandshakeRequest().setEngineAddress(engineAddress));
  const encode = (key: string, value: string): unknown => (secretSettings.has(key) ? new Secret(value) : value);
  const settings = Object.entries(config).map(([key, value]) => [key, encode(key, value)] as const);
  const news = toStruct({ ...Object.fromEntries(settings), version });
  const check = new proto.CheckRequest().setUrn("urn:pulumi:dev::laws::pulumi:providers:app-list::default");
  const checked = await call(service.checkConfig, check.setNews(news));
  await call(service.configure, new proto.ConfigureRequest().setAcceptsecrets(true).setArgs(checked.getInputs()));
}

/** The folder in which the processes of this test process share their runs. */
const ownFolder = makeCacheFolder();
process.once("exit", () => rmSync(ownFolder, { recursive: true, force: true }));

/** How the plugin ends a call that failed. */
interface CallError {
  readonly details: string;
  readonly metadata?: Metadata;
}

/** A failed call, with the state of a partial failure, as the engine finds it in the details of its status. */
export function toFailure(error: CallError): Failure {
  const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!(packed instanceof Buffer)) return new Failure(error.details);
  const [detail] = Status.deserializeBinary(packed).getDetailsList();
  const partial = detail?.unpack<proto.ErrorResourceInitFailed>(
    (bytes) => proto.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (partial === undefined || partial === null) return new Failure(error.details);
  const state: Properties = fromStruct(partial.getProperties());
  const message = partial.getReasonsList().join("\n");
  // The engine prints one of them, and gRPC's tools the other one.
  if (message !== error.details) return new Failure(`The details of the failure differ: ${error.details}`);
  return new Failure(message, undefined, { id: partial.getId(), state });
}
