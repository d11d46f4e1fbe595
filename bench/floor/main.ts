/**
 * The floor of the plugin: it has the same schema and gets the same texts, and does nothing with them. Every input is
 * valid, texts that differ are a change, and no request is sent.
 */
import { promisify } from "node:util";
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { readSchema } from "../../provider/hosts/plugin/read-schema";
// It lets google-protobuf read and write texts as fast as in the plugin.
// oxlint-disable-next-line import/no-unassigned-import
import "../../provider/hosts/plugin/values";

/** The text of an argument. */
function textOf(struct: Struct | undefined): string {
  return struct?.getFieldsMap().get("appBundles")?.getStringValue() ?? "";
}

function unary<Request, Response>(respond: (request: Request) => Response) {
  return ({ request }: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
    callback(null, respond(request));
  };
}

/** Every input is valid. */
function check(request: proto.CheckRequest): proto.CheckResponse {
  const response = new proto.CheckResponse();
  response.setInputs(request.getNews());
  return response;
}

function diff(request: proto.DiffRequest): proto.DiffResponse {
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const response = new proto.DiffResponse();
  const isSame = textOf(request.getOlds()) === textOf(request.getNews());
  response.setChanges(isSame ? DIFF_NONE : DIFF_SOME);
  return response;
}

const service: UntypedServiceImplementation = {
  handshake: unary(() => {
    const response = new proto.ProviderHandshakeResponse();
    response.setAcceptSecrets(true);
    return response;
  }),
  getPluginInfo: unary(() => {
    const response = new PluginInfo();
    response.setVersion("0.1.0");
    return response;
  }),
  getSchema: unary(() => {
    const response = new proto.GetSchemaResponse();
    response.setSchema(readSchema());
    return response;
  }),
  checkConfig: unary(check),
  diffConfig: unary(() => new proto.DiffResponse()),
  configure: unary(() => {
    const response = new proto.ConfigureResponse();
    response.setAcceptsecrets(true);
    response.setSupportspreview(true);
    return response;
  }),
  check: unary(check),
  diff: unary(diff),
  create: unary((request: proto.CreateRequest) => {
    const response = new proto.CreateResponse();
    response.setId("1");
    response.setProperties(request.getProperties());
    return response;
  }),
  read: unary((request: proto.ReadRequest) => {
    const response = new proto.ReadResponse();
    response.setId(request.getId());
    response.setProperties(request.getProperties());
    response.setInputs(request.getInputs());
    return response;
  }),
  update: unary((request: proto.UpdateRequest) => {
    const response = new proto.UpdateResponse();
    response.setProperties(request.getNews());
    return response;
  }),
  delete: unary(() => new Empty()),
  cancel: unary(() => new Empty()),
};

const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(ResourceProviderService, service);
const bind = promisify(server.bindAsync.bind(server));
const start = async (): Promise<void> => {
  process.stdout.write(`${await bind("127.0.0.1:0", ServerCredentials.createInsecure())}\n`);
  process.stdin.on("end", () => process.exit(0)).resume();
};
void start();
