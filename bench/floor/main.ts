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
import { version } from "../../provider/common/version";
import { readSchema } from "../../provider/hosts/plugin/read-schema";
// It lets google-protobuf read and write texts as fast as in the plugin.
// oxlint-disable-next-line import/no-unassigned-import
import "../../provider/hosts/plugin/replace-protobuf-text";

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
const check = unary((request: proto.CheckRequest) => new proto.CheckResponse().setInputs(request.getNews()));

const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;

const service: UntypedServiceImplementation = {
  handshake: unary(() => new proto.ProviderHandshakeResponse().setAcceptSecrets(true)),
  getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
  getSchema: unary(() => new proto.GetSchemaResponse().setSchema(readSchema())),
  checkConfig: check,
  diffConfig: unary(() => new proto.DiffResponse()),
  configure: unary(() => new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true)),
  check,
  diff: unary((request: proto.DiffRequest) => {
    const isSame = textOf(request.getOlds()) === textOf(request.getNews());
    return new proto.DiffResponse().setChanges(isSame ? DIFF_NONE : DIFF_SOME);
  }),
  create: unary((request: proto.CreateRequest) =>
    new proto.CreateResponse().setId("1").setProperties(request.getProperties()),
  ),
  read: unary((request: proto.ReadRequest) =>
    new proto.ReadResponse()
      .setId(request.getId())
      .setProperties(request.getProperties())
      .setInputs(request.getInputs()),
  ),
  update: unary((request: proto.UpdateRequest) => new proto.UpdateResponse().setProperties(request.getNews())),
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
