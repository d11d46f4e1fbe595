import { callbackify } from "node:util";
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
import { parseUrn } from "../../common/engine";
import { version } from "../../common/version";
import { kinds } from "../../list/kinds";
import { declareInputs } from "../../resource/declare";
import { computedOutputs, type Properties } from "../../resource/inputs";
import type { Failed } from "../../resource/provider";
import type { Plugin } from "./plugin";
import { checkConfig, diffConfig } from "./provider-config";
import { readSchema } from "./read-schema";
import { decode, encode, type Decoded } from "./values";

const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;

/** The ResourceProvider service of Pulumi's engine. What is not here, the engine does not need of this plugin. */
export function createService(plugin: Plugin): UntypedServiceImplementation {
  return { ...pluginCalls(plugin), ...comparisonCalls(plugin), ...changeCalls(plugin) };
}

/** The calls about the plugin itself, its provider resource and its data functions. */
function pluginCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    handshake: unary(plugin, async (request: proto.ProviderHandshakeRequest) => {
      plugin.attach(request.getEngineAddress());
      const response = new proto.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    }),

    attach: unary(plugin, async (request: PluginAttach) => {
      plugin.attach(request.getAddress());
      return new Empty();
    }),

    getPluginInfo: unary(plugin, async () => {
      const response = new PluginInfo();
      response.setVersion(version);
      return response;
    }),

    getSchema: unary(plugin, async (_request: proto.GetSchemaRequest) => {
      const response = new proto.GetSchemaResponse();
      response.setSchema(readSchema());
      return response;
    }),

    checkConfig: unary(plugin, async (request: proto.CheckRequest) => {
      const { inputs, warnings } = checkConfig(request.getUrn(), request.getNews());
      warnings.forEach((message) => plugin.print({ severity: "warning", message }));
      const response = new proto.CheckResponse();
      response.setInputs(inputs);
      return response;
    }),

    diffConfig: unary(plugin, async (request: proto.DiffRequest) => {
      const differing = diffConfig(request.getOldInputs() ?? request.getOlds(), request.getNews());
      const response = new proto.DiffResponse();
      response.setChanges(differing.length > 0 ? DIFF_SOME : DIFF_NONE);
      response.setDiffsList([...differing]);
      return response;
    }),

    configure: unary(plugin, async (request: proto.ConfigureRequest) => {
      plugin.configure(decode(request.getArgs()).values, request.getName());
      const response = new proto.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    }),

    invoke: unary(plugin, async (request: proto.InvokeRequest) => {
      const response = new proto.InvokeResponse();
      response.setReturn(encode(await plugin.invoke(request.getTok(), decode(request.getArgs()).values)));
      return response;
    }),

    cancel: unary(plugin, async () => {
      plugin.cancel();
      return new Empty();
    }),
  };
}

/** The operations that check the inputs of a resource and compare them with its state. */
function comparisonCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    check: unary(plugin, async (request: proto.CheckRequest) => {
      const urn = request.getUrn();
      const { provider, print } = plugin.resource(urn);
      const news = decode(request.getNews());
      const { inputs, skipped } = declareInputs(news.values, news.unknown);
      const resource = { urn, name: parseUrn(urn)?.name ?? urn };
      const checked = await provider.check(decode(request.getOlds()).values, inputs, news.unknown, resource);
      const response = new proto.CheckResponse();
      if (checked.outcome === "valid") {
        for (const message of skipped) print({ severity: "info", message });
        response.setInputs(encode(checked.inputs, { secret: news.secret, unknown: checked.unknown }));
        return response;
      }
      // Without the name of a property: the engine would print its whole value, ten thousand lines for a long list.
      const failure = new proto.CheckFailure();
      failure.setReason(checked.reason);
      response.setFailuresList([failure]);
      response.setInputs(request.getNews());
      return response;
    }),

    diff: unary(plugin, async (request: proto.DiffRequest) => {
      const { provider } = plugin.resource(request.getUrn());
      const news = decode(request.getNews());
      const { inputs } = declareInputs(news.values, news.unknown);
      const result = await provider.diff(decode(request.getOlds()).values, inputs, news.unknown);
      if (result.outcome === "failed") throw result.failure;
      const response = new proto.DiffResponse();
      response.setChanges(result.changes ? DIFF_SOME : DIFF_NONE);
      response.setReplacesList([...result.replaces]);
      return response;
    }),
  };
}

/** The operations that change or read the list of a resource. */
function changeCalls(plugin: Plugin): UntypedServiceImplementation {
  return {
    create: unary(plugin, async (request: proto.CreateRequest) => {
      const news = decode(request.getProperties());
      const response = new proto.CreateResponse();
      if (request.getPreview()) {
        response.setProperties(previewOutputs(news));
        return response;
      }
      const result = await plugin.resource(request.getUrn()).provider.create(declareInputs(news.values).inputs);
      if (result.outcome === "failed") throw changeError(result, news);
      response.setId(result.id);
      response.setProperties(encodeState(result.state, news));
      return response;
    }),

    read: unary(plugin, async (request: proto.ReadRequest) => {
      const { provider } = plugin.resource(request.getUrn());
      const olds = decode(request.getProperties());
      const isImport = Object.keys(olds.values).length === 0;
      const result = await (isImport ? provider.import(request.getId()) : provider.read(olds.values));
      if (result.outcome === "failed") throw result.failure;
      const inputs = request.getInputs();
      // The inputs are as secret as they were, and as the outputs with these names.
      const secret = olds.secret.union(decode(inputs).secret);
      const response = new proto.ReadResponse();
      response.setId(request.getId());
      response.setProperties(encodeState(result.state, olds));
      response.setInputs(result.inputs === undefined ? inputs : encode(result.inputs, { secret }));
      return response;
    }),

    update: unary(plugin, async (request: proto.UpdateRequest) => {
      const news = decode(request.getNews());
      const response = new proto.UpdateResponse();
      if (request.getPreview()) {
        response.setProperties(previewOutputs(news));
        return response;
      }
      const { provider } = plugin.resource(request.getUrn());
      const result = await provider.update(decode(request.getOlds()).values, declareInputs(news.values).inputs);
      if (result.outcome === "failed") throw changeError(result, news);
      response.setProperties(encodeState(result.state, news));
      return response;
    }),

    delete: unary(plugin, async (request: proto.DeleteRequest) => {
      const { provider } = plugin.resource(request.getUrn());
      const result = await provider.delete(decode(request.getProperties()).values);
      if (result.outcome === "failed") throw result.failure;
      return new Empty();
    }),
  };
}

/** The entries that these outputs contain are secret if those of any input are. */
const derivedOutputs = ["adopted", "missing", "unconfirmed"];

/** The outputs of a create or an update in a preview: the inputs, and all other outputs unknown. */
function previewOutputs({ values, unknown, secret }: Decoded): Struct {
  return encode(values, { secret, unknown: new Set([...unknown, ...computedOutputs]) });
}

function encodeState(state: Properties, { secret }: Pick<Decoded, "secret">): Struct {
  const hasSecretEntries = kinds.some((name) => secret.has(name));
  return encode(state, { secret: new Set([...secret, ...(hasSecretEntries ? derivedOutputs : [])]) });
}

/** A change that was made only in part: the engine keeps the state and runs update the next time. */
function changeError({ failure, partial }: Failed, news: Decoded): Error {
  if (partial === undefined) return failure;
  const { message } = failure;
  const detail = new proto.ErrorResourceInitFailed();
  detail.setId(partial.id);
  detail.setProperties(encodeState(partial.state, news));
  detail.setReasonsList([message]);
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const failed = new Status();
  failed.setCode(status.UNKNOWN);
  failed.setMessage(message);
  failed.addDetails(packed);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(failed.serializeBinary()));
  return new CallError(status.UNKNOWN, message, metadata);
}

/** A failed call, as gRPC reports it: the engine shows the details. */
class CallError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, metadata = new Metadata()) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
  }
}

function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  // After other codes, the engine takes the state of a resource for unknown. Here it is known.
  return new CallError(status.FAILED_PRECONDITION, error instanceof Error ? error.message : String(error));
}

/** A method with one request and one response. The engine receives all notices of the plugin before the response. */
function unary<Request, Response>(plugin: Plugin, respond: (request: Request) => Promise<Response>) {
  const answerRequest = async (request: Request): Promise<Response> => {
    try {
      return await respond(request);
    } catch (error) {
      throw toCallError(error);
    } finally {
      await plugin.flush();
    }
  };
  const answer = callbackify((request: Request) => plugin.call(() => answerRequest(request)));
  return ({ request }: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
    answer(request, (error: unknown, response) => {
      if (error instanceof CallError) callback(error);
      else callback(null, response);
    });
  };
}
