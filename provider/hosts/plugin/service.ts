import { callbackify } from "node:util";
import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { parseUrn } from "../../common/urn";
import { version } from "../../common/version";
import { CallError, toCallError } from "./call-error";
import { previewOutputs } from "./operations";
import type { Plugin } from "./plugin";
import { checkConfig, diffConfig } from "./provider-config";
import { readSchema } from "./schema";
import { decode, encode } from "./values";

/** The ResourceProvider service of Pulumi's engine. What is not here, the engine does not need of this plugin. */
export function createService(plugin: Plugin): UntypedServiceImplementation {
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
      const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
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

    check: unary(plugin, async (request: proto.CheckRequest) => {
      const urn = request.getUrn();
      const resource = { urn, name: parseUrn(urn)?.name ?? urn };
      const checked = await plugin.operations(urn).check(resource, request.getOlds(), request.getNews());
      const response = new proto.CheckResponse();
      if (checked.outcome === "valid") {
        response.setInputs(checked.inputs);
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
      const operations = plugin.operations(request.getUrn());
      const { changes, replaces } = await operations.diff(request.getOlds(), request.getNews());
      const { DIFF_SOME, DIFF_NONE } = proto.DiffResponse.DiffChanges;
      const response = new proto.DiffResponse();
      response.setChanges(changes ? DIFF_SOME : DIFF_NONE);
      response.setReplacesList([...replaces]);
      return response;
    }),

    create: unary(plugin, async (request: proto.CreateRequest) => {
      const response = new proto.CreateResponse();
      if (request.getPreview()) {
        response.setProperties(previewOutputs(request.getProperties()));
        return response;
      }
      const { id, properties } = await plugin.operations(request.getUrn()).create(request.getProperties());
      response.setId(id);
      response.setProperties(properties);
      return response;
    }),

    read: unary(plugin, async (request: proto.ReadRequest) => {
      const operations = plugin.operations(request.getUrn());
      const response = new proto.ReadResponse();
      const properties = request.getProperties();
      const isImport = properties === undefined || properties.getFieldsMap().getLength() === 0;
      const read = isImport
        ? await operations.import(request.getId())
        : await operations.read(request.getId(), properties, request.getInputs());
      response.setId(read.id);
      response.setProperties(read.properties);
      response.setInputs(read.inputs);
      return response;
    }),

    update: unary(plugin, async (request: proto.UpdateRequest) => {
      const response = new proto.UpdateResponse();
      if (request.getPreview()) {
        response.setProperties(previewOutputs(request.getNews()));
        return response;
      }
      const operations = plugin.operations(request.getUrn());
      const updated = await operations.update(request.getOlds(), request.getNews());
      response.setProperties(updated.properties);
      return response;
    }),

    delete: unary(plugin, async (request: proto.DeleteRequest) => {
      await plugin.operations(request.getUrn()).delete(request.getProperties());
      return new Empty();
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
