import { callbackify, isDeepStrictEqual } from "node:util";
import {
  Metadata,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { messageWithCode, withCode } from "../../common/error";
import { version } from "../../common/version";
import { kinds } from "../../list/kinds";
import type { Properties } from "../../resource/inputs";
import { packageSubject } from "../../resource/notice";
import { nameOfUrn } from "../../common/engine-texts";
import { loadCore, type Plugin } from "./plugin";
import { readSchema } from "./read-schema";
import { decode, encode, type Decoded } from "./values";

const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;

/** The methods of Pulumi's ResourceProvider service that the engine needs from this plugin. */
export function createService(plugin: Plugin): UntypedServiceImplementation {
  return { ...pluginCalls(plugin), ...comparisonCalls(plugin), ...changeCalls(plugin) };
}

/** The calls about the plugin itself, its provider resource and its data functions. */
function pluginCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    handshake: unary(plugin, async (request: proto.ProviderHandshakeRequest) => {
      plugin.attach(request.getEngineAddress());
      return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),

    attach: unary(plugin, async (request: PluginAttach) => {
      plugin.attach(request.getAddress());
      return new Empty();
    }),

    getPluginInfo: unary(plugin, async () => new PluginInfo().setVersion(version)),

    getSchema: unary(plugin, async () => new proto.GetSchemaResponse().setSchema(readSchema())),

    checkConfig: unary(plugin, async (request: proto.CheckRequest) => {
      const { checkConfig } = await loadCore();
      const { inputs, warnings } = checkConfig(request.getUrn(), request.getNews());
      warnings.forEach((message) => plugin.print({ severity: "warning", subject: packageSubject, message }));
      return new proto.CheckResponse().setInputs(inputs);
    }),

    diffConfig: unary(plugin, async (request: proto.DiffRequest) => {
      const { diffConfig } = await loadCore();
      const differing = diffConfig(request.getOldInputs() ?? request.getOlds(), request.getNews());
      const changes = differing.length > 0 ? DIFF_SOME : DIFF_NONE;
      return new proto.DiffResponse().setChanges(changes).setDiffsList([...differing]);
    }),

    configure: unary(plugin, async (request: proto.ConfigureRequest) => {
      await plugin.configure(decode(request.getArgs()).values, { name: request.getName(), urn: request.getUrn() });
      return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    invoke: unary(plugin, async (request: proto.InvokeRequest) => {
      const returned = await plugin.invoke(request.getTok(), decode(request.getArgs()).values);
      return new proto.InvokeResponse().setReturn(encode(returned));
    }),

    cancel: unary(plugin, async () => {
      plugin.cancel();
      return new Empty();
    }),
  };
}

/**
 * The operations that check the inputs of a resource and compare them with its state. The check makes texts of the
 * arguments, and omits expired entries. The engine passes these inputs to all later operations.
 */
function comparisonCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    check: unary(plugin, async (request: proto.CheckRequest) => {
      const urn = request.getUrn();
      const { inputsFromArguments } = await loadCore();
      const { provider, print } = await plugin.resource(urn);
      const news = decode(request.getNews());
      const olds = decode(request.getOlds()).values;
      const call = callOf(request, news);
      const { values, unknown } = news;
      const { inputs, skipped, mistakes } = inputsFromArguments(values, unknown, olds, undefined, call.isSecret);
      const checked = await provider.check(olds, inputs, { id: urn, name: nameOfUrn(urn) }, call);
      if (checked.outcome === "invalid") {
        // If a failure names a property, the engine prints its whole value: ten thousand lines for a long list.
        const failure = new proto.CheckFailure().setReason(withCode(checked.reason, checked.code));
        return new proto.CheckResponse().setFailuresList([failure]).setInputs(request.getNews());
      }
      if (!call.isSecret) {
        if (mistakes !== undefined) print({ severity: "warning", message: mistakes });
        for (const message of skipped) print({ severity: "info", message });
      }
      return new proto.CheckResponse().setInputs(encode(checked.inputs, { ...news, unknown: checked.unknown }));
    }),

    diff: unary(plugin, async (request: proto.DiffRequest) => {
      const { provider } = await plugin.resource(request.getUrn());
      const news = decode(request.getNews());
      const olds = decode(request.getOlds());
      const { changes, replaces } = await provider.diff(olds.values, news.values, callOf(request, news, olds));
      const { argumentNames } = await loadCore();
      const isChanged = (name: string): boolean => !isDeepStrictEqual(olds.values[name], news.values[name]);
      // The engine compares them with the option replaceOnChanges.
      const changed = changes ? [...argumentNames, ...kinds].filter(isChanged) : [];
      const response = new proto.DiffResponse().setChanges(changes ? DIFF_SOME : DIFF_NONE);
      return response.setReplacesList([...replaces]).setDiffsList(changed);
    }),
  };
}

/** The facts of a call. The seconds in `customTimeouts` are 0 if there are none. */
function callOf(request: { getUrn(): string; getTimeout?(): number }, news: Decoded, olds = news) {
  const timeout = request.getTimeout?.() ?? 0;
  const isSecret = [news, olds].some(hasSecretEntries);
  const unknown = news.unknown.union(olds.unknown);
  return { id: request.getUrn(), isSecret, unknown, timeout: timeout || undefined };
}

/** The operations that change or read the list of a resource. */
function changeCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    create: unary(plugin, async (request: proto.CreateRequest) => {
      const news = decode(request.getProperties());
      const response = new proto.CreateResponse();
      const { provider } = await plugin.resource(request.getUrn());
      if (request.getPreview()) return response.setProperties(await previewOutputs(news));
      const created = provider.create(news.values, callOf(request, news));
      const { id, state } = await created.catch(failChange(news));
      return response.setId(id).setProperties(encodeState(state, news));
    }),

    read: unary(plugin, async (request: proto.ReadRequest) => {
      const { provider } = await plugin.resource(request.getUrn());
      const olds = decode(request.getProperties());
      const isImport = Object.keys(olds.values).length === 0;
      const oldInputs = request.getInputs();
      // Inputs and outputs stay secret if either were: the engine keeps outputs if nothing else has changed.
      const before = decode(oldInputs);
      const secret = olds.secret.union(before.secret);
      const { state, inputs } = await (isImport
        ? provider.import(request.getId())
        : provider.read(olds.values, callOf(request, olds, before)));
      return new proto.ReadResponse()
        .setId(request.getId())
        .setProperties(encodeState(state, { ...olds, secret }))
        .setInputs(inputs === undefined ? oldInputs : encode(inputs, { secret }));
    }),

    update: unary(plugin, async (request: proto.UpdateRequest) => {
      const news = decode(request.getNews());
      const response = new proto.UpdateResponse();
      const { provider } = await plugin.resource(request.getUrn());
      const olds = decode(request.getOlds());
      if (request.getPreview()) {
        const known = provider.outputsInPreview(olds.values, news.values);
        return response.setProperties(await previewOutputs(news, known));
      }
      const updated = provider.update(olds.values, news.values, callOf(request, news, olds));
      // The state of a failed update can contain entries of the state before.
      const { state } = await updated.catch(failChange({ ...news, secret: news.secret.union(olds.secret) }));
      return response.setProperties(encodeState(state, news));
    }),

    delete: unary(plugin, async (request: proto.DeleteRequest) => {
      const { provider } = await plugin.resource(request.getUrn());
      const olds = decode(request.getProperties());
      // Without another change, the engine stores inputs that became secret, and keeps the outputs.
      await provider.delete(olds.values, callOf(request, olds, decode(request.getOldInputs())));
      return new Empty();
    }),
  };
}

/** These outputs are secret if the entries of any input are secret. */
const derivedOutputs = ["adopted", "missing", "unconfirmedRemovals"];

/** The outputs of a create or an update in a preview: the inputs and known outputs, and all others as unknown. */
async function previewOutputs({ values, unknown, secret }: Decoded, known: Properties = {}): Promise<Struct> {
  const { computedOutputs } = await loadCore();
  const others = computedOutputs.filter((name) => known[name] === undefined);
  return encode({ ...values, ...known }, { secret, unknown: new Set([...unknown, ...others]) });
}

function encodeState(state: Properties, decoded: Decoded): Struct {
  return encode(state, { secret: new Set([...decoded.secret, ...(hasSecretEntries(decoded) ? derivedOutputs : [])]) });
}

function hasSecretEntries({ secret }: Decoded): boolean {
  return kinds.some((name) => secret.has(name));
}

/** An error with details that the engine evaluates. */
class DetailedError extends Error {
  readonly metadata = new Metadata();

  constructor(message: string, details: Any) {
    super(message);
    const failed = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([details]);
    this.metadata.set("grpc-status-details-bin", Buffer.from(failed.serializeBinary()));
  }
}

/** Fails a create or an update. After a partial change, the engine keeps the state, and runs update next time. */
function failChange(news: Decoded) {
  return async (error: unknown): Promise<never> => {
    const { PartialChangeError } = await loadCore();
    if (!(error instanceof PartialChangeError)) throw error;
    const { id, state } = error.resource;
    const message = messageWithCode(error);
    const detail = new proto.ErrorResourceInitFailed();
    detail.setId(id).setProperties(encodeState(state, news)).setReasonsList([message]);
    const packed = new Any();
    packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    throw new DetailedError(message, packed);
  };
}

/**
 * Makes a method with one request and one response. The engine receives all notices of the plugin before the response.
 */
function unary<Request, Response>(plugin: Plugin, respond: (request: Request) => Promise<Response>) {
  const answer = callbackify((request: Request) => plugin.call(() => respond(request)));
  return ({ request }: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
    answer(request, (error, response) => {
      if (error === null) return callback(null, response);
      const details = messageWithCode(error);
      if (error instanceof DetailedError) {
        return callback({ code: status.UNKNOWN, details, metadata: error.metadata });
      }
      // With other codes, the engine would treat the state of the resource as unknown.
      return callback({ code: status.FAILED_PRECONDITION, details, metadata: new Metadata() });
    });
  };
}
