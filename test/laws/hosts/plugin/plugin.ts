import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceError } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { version } from "../../../../provider/common/version";
import { Plugin } from "../../../../provider/hosts/plugin/plugin";
import { createService } from "../../../../provider/hosts/plugin/service";
import { Failure, Secret, type Host, type Properties, type Sharing } from "../host";
import { returnConnection, takeConnection, type Connection, type Served } from "./connection";
import { fromStruct, toStruct } from "./engine-values";

function urnOf(name: string): string {
  return `urn:pulumi:dev::laws::app-list:index:AppListEntries::${name}`;
}

/** Settings that a stack's configuration encrypts. */
const secretSettings: ReadonlySet<string> = new Set(["apiKey", "apiSecret", "password", "basicCredential", "accounts"]);

/** The plugin, over gRPC. */
export const pluginHost: Host = {
  name: "the plugin",
  start: ({ config, environment = {}, time, print, sharing }) => {
    const started = startProcess(config, sharing, (engineAddress) => {
      const clock = time === undefined ? {} : { clock: time };
      const surroundings = { ...environment, XDG_CACHE_HOME: sharing?.cacheFolder ?? ownFolder() };
      const plugin = new Plugin({ engineAddress, environment: surroundings, ...clock });
      return { plugin, served: { service: createService(plugin), print } };
    });
    let calls = 0;
    let isStopped = false;
    let isReturned = false;

    /** A process that was killed uses its connection until its last operation has failed. */
    const returnIfUnused = (connection: Connection): void => {
      if (!isStopped || calls > 0 || isReturned) return;
      isReturned = true;
      returnConnection(connection);
    };
    const call = async <Response>(send: Send<Response>): Promise<Response> => {
      const { connection } = await started;
      calls += 1;
      try {
        return await respond(connection, send);
      } finally {
        calls -= 1;
        returnIfUnused(connection);
      }
    };

    return {
      isRemote: true,
      engineAddress: started.then(({ engineAddress }) => engineAddress),
      check: async (name, oldInputs, inputs) => {
        const request = new proto.CheckRequest();
        request.setUrn(urnOf(name));
        request.setOlds(toStruct(oldInputs));
        request.setNews(toStruct(inputs));
        const response = await call<proto.CheckResponse>((client, done) => client.check(request, done));
        const failures = response.getFailuresList();
        if (failures.length > 0) throw new Failure(failures.map((each) => each.getReason()).join("\n"));
        return fromStruct(response.getInputs());
      },
      diff: async (name, id, state, inputs) => {
        const request = new proto.DiffRequest();
        request.setId(id);
        request.setUrn(urnOf(name));
        request.setOlds(toStruct(state));
        request.setNews(toStruct(inputs));
        const response = await call<proto.DiffResponse>((client, done) => client.diff(request, done));
        if (response.getChanges() !== proto.DiffResponse.DiffChanges.DIFF_SOME) return "none";
        return response.getReplacesList().length > 0 ? "replace" : "update";
      },
      create: async (name, inputs) => {
        const request = new proto.CreateRequest();
        request.setUrn(urnOf(name));
        request.setProperties(toStruct(inputs));
        const response = await call<proto.CreateResponse>((client, done) => client.create(request, done));
        return { id: response.getId(), state: fromStruct(response.getProperties()) };
      },
      read: async (name, id, state, inputs) => {
        const request = new proto.ReadRequest();
        request.setId(id);
        request.setUrn(urnOf(name));
        request.setProperties(toStruct(state));
        request.setInputs(toStruct(inputs));
        const response = await call<proto.ReadResponse>((client, done) => client.read(request, done));
        if (response.getId() === "") return undefined;
        return { state: fromStruct(response.getProperties()), inputs: fromStruct(response.getInputs()) };
      },
      update: async (name, id, state, inputs) => {
        const request = new proto.UpdateRequest();
        request.setId(id);
        request.setUrn(urnOf(name));
        request.setOlds(toStruct(state));
        request.setNews(toStruct(inputs));
        const response = await call<proto.UpdateResponse>((client, done) => client.update(request, done));
        return fromStruct(response.getProperties());
      },
      delete: async (name, id, state) => {
        const request = new proto.DeleteRequest();
        request.setId(id);
        request.setUrn(urnOf(name));
        request.setProperties(toStruct(state));
        await call((client, done) => client.delete(request, done));
      },
      invoke: async (token, args) => {
        const request = new proto.InvokeRequest();
        request.setTok(token);
        request.setArgs(toStruct(args));
        const response = await call<proto.InvokeResponse>((client, done) => client.invoke(request, done));
        return fromStruct(response.getReturn());
      },
      // Not by a call: whether it arrives before the response to a request would be a matter of chance.
      cancel: () => void started.then(({ plugin }) => plugin.cancel()),
      stop: async () => {
        const { connection, plugin } = await started;
        await plugin.close();
        isStopped = true;
        returnIfUnused(connection);
      },
    };
  },
};

/** Starts a process and configures it, as the engine does before its first operation. */
async function startProcess(
  config: Readonly<Record<string, string>>,
  sharing: Sharing | undefined,
  serve: (engineAddress: string) => { readonly plugin: Plugin; readonly served: Served },
) {
  const connection = await takeConnection();
  const engineAddress = findEngine(sharing) ?? connection.engineAddress;
  if (sharing !== undefined) engines.set(sharing.cacheFolder, engineAddress);
  const { plugin, served } = serve(engineAddress);
  connection.serve(served);
  const handshake = new proto.ProviderHandshakeRequest();
  handshake.setEngineAddress(engineAddress);
  await respond<proto.ProviderHandshakeResponse>(connection, (client, done) => client.handshake(handshake, done));
  const check = new proto.CheckRequest();
  check.setUrn("urn:pulumi:dev::laws::pulumi:providers:app-list::default");
  const settings = Object.entries(config).map(([key, value]): [string, unknown] => [
    key,
    secretSettings.has(key) ? new Secret(value) : value,
  ]);
  check.setNews(toStruct({ ...Object.fromEntries(settings), version }));
  const checked = await respond<proto.CheckResponse>(connection, (client, done) => client.checkConfig(check, done));
  const configure = new proto.ConfigureRequest();
  configure.setAcceptsecrets(true);
  configure.setArgs(checked.getInputs());
  await respond<proto.ConfigureResponse>(connection, (client, done) => client.configure(configure, done));
  return { connection, engineAddress, plugin };
}

/** The engines of the runs that several processes share, by the folders in which they do. */
const engines = new Map<string, string>();

function findEngine(sharing: Sharing | undefined): string | undefined {
  return sharing === undefined ? undefined : engines.get(sharing.cacheFolder);
}

let folder: string | undefined;

/** The folder in which the processes of this test process share their runs. */
function ownFolder(): string {
  if (folder !== undefined) return folder;
  const created = mkdtempSync(join(tmpdir(), "app-list-plugin-"));
  process.once("exit", () => rmSync(created, { recursive: true, force: true }));
  return (folder = created);
}

/** Sends one call. */
type Send<Response> = (
  client: Connection["client"],
  done: (error: ServiceError | null, response: Response) => void,
) => unknown;

async function respond<Response>({ client }: Connection, send: Send<Response>): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    send(client, (error, response) => {
      if (error === null) resolve(response);
      else reject(toFailure(error));
    });
  });
}

/** A failed call, with the state of a partial failure, as the engine finds it in the details of its status. */
function toFailure(error: ServiceError): Failure {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (!(packed instanceof Buffer)) return new Failure(error.details);
  const [detail] = Status.deserializeBinary(packed).getDetailsList();
  const partial = detail?.unpack<proto.ErrorResourceInitFailed>(
    (bytes) => proto.ErrorResourceInitFailed.deserializeBinary(bytes),
    "pulumirpc.ErrorResourceInitFailed",
  );
  if (partial === undefined || partial === null) return new Failure(error.details);
  const state: Properties = fromStruct(partial.getProperties());
  return new Failure(partial.getReasonsList().join("\n"), undefined, { id: partial.getId(), state });
}
