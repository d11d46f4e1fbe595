import { spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import { GetRequiredPackagesResponse, type RunRequest, RunResponse } from "@pulumi/pulumi/proto/language_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { onTestFinished } from "vitest";
import type { Project } from "../harness/project";

/**
 * A project whose commands run a compiled Go program. Pulumi's host for Go is not available as a Go module, so this
 * process is the host: the engine requests what to run, and the program connects to the engine itself.
 */
export async function withCompiledProgram(project: Project, program: string): Promise<Project> {
  const server = new Server();
  server.addService(LanguageRuntimeService, {
    getPluginInfo: (_call: unknown, respond: sendUnaryData<PluginInfo>) => respond(null, new PluginInfo()),
    getRequiredPackages: (_call: unknown, respond: sendUnaryData<GetRequiredPackagesResponse>) =>
      respond(null, new GetRequiredPackagesResponse()),
    run: ({ request }: ServerUnaryCall<RunRequest, RunResponse>, respond: sendUnaryData<RunResponse>) => {
      void runProgram(program, project, request).then((response) => respond(null, response));
    },
  });
  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind("127.0.0.1:0", ServerCredentials.createInsecure());
  onTestFinished(() => server.forceShutdown());

  const host = `--client=127.0.0.1:${port}`;
  return {
    ...project,
    up: (...args) => project.up(host, ...args),
    preview: (...args) => project.preview(host, ...args),
  };
}

/** Runs the program with the variables that Pulumi's SDK for Go reads. */
async function runProgram(program: string, project: Project, request: RunRequest): Promise<RunResponse> {
  const [engine = ""] = request.getArgsList();
  const child = spawn(program, {
    cwd: project.folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...project.commandEnvironment(),
      PULUMI_ORGANIZATION: request.getOrganization(),
      PULUMI_PROJECT: request.getProject(),
      PULUMI_STACK: request.getStack(),
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toObject(false))),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
      PULUMI_DRY_RUN: String(request.getDryrun()),
      PULUMI_PARALLEL: String(request.getParallel()),
      PULUMI_MONITOR: request.getMonitorAddress(),
      PULUMI_ENGINE: engine,
    },
  });
  await once(child, "close");
  const response = new RunResponse();
  if (child.exitCode !== 0) response.setError(`The program ended with ${child.exitCode}.`);
  return response;
}
