import { flushCompileCache } from "node:module";
import type { Clock } from "../../common/clock";
import { AppListError } from "../../common/error";
import { quote } from "../../common/quote";
import { version } from "../../common/version";
import type { Properties } from "../../resource/inputs";
import { packageSubject, printNotice, type Notice, type Print } from "../../resource/notice";
import type { ResourceProvider } from "../../resource/provider";
import type { Run, RunOptions } from "../../resource/run";
import { parseUrn, pluginType } from "../../common/engine-texts";
import { connectEngineLog, type EngineLog } from "./engine-log";
import type { ProviderResource } from "./provider-config";

export const loadCore = async () => import("./core.js");

/** The environment of a plugin process. */
export interface PluginOptions extends Pick<RunOptions, "makeClient"> {
  /** The address of the engine; undefined if the engine passes it later, with `attach`. */
  readonly engineAddress?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The path with which the process was started. Default: not known. */
  readonly executable?: string | undefined;
  /** For tests: another clock, and another log than the engine's. */
  readonly clock?: Partial<Clock>;
  readonly connectLog?: typeof connectEngineLog;
}

/** The engine named a type of resources, or a data function, that does not exist. */
class UnknownTokenError extends AppListError {
  readonly code = "UNKNOWN_TOKEN";

  constructor(kind: "resource" | "function", token: string, known: readonly string[]) {
    super(`There is no ${kind} ${quote(token)}, only ${known.join(" and ")}. Nothing was changed.`);
  }
}

/** One process of the plugin. It serves one provider resource in one phase of a Pulumi command. */
export class Plugin {
  readonly #options: PluginOptions;
  /** The notices that were printed at resources. If the engine checks a resource twice, they are not printed again. */
  readonly #printed = new Set<string>();
  readonly #calls = new Set<Promise<unknown>>();
  #engineAddress: string | undefined;
  #log: EngineLog = connectEngineLog();
  #run: Run | undefined;

  constructor(options: PluginOptions) {
    this.#options = options;
    if (options.engineAddress !== undefined) this.attach(options.engineAddress);
  }

  /** Connects to the log of an engine. A plugin that was started by hand can serve several engines in turn. */
  attach(engineAddress: string): void {
    // An empty address is none.
    if (engineAddress === "") return;
    const { connectLog = connectEngineLog } = this.#options;
    this.#log.close();
    this.#log = connectLog(engineAddress);
    this.#engineAddress = engineAddress;
  }

  /**
   * Starts a run with the settings of a provider resource. Missing settings are no error yet, because only a request
   * needs them.
   */
  async configure(inputs: Properties, resource: ProviderResource = {}): Promise<void> {
    const { Run, providerSettings } = await loadCore();
    // The engine kills its plugins. Node would write the cache only at a regular end.
    setImmediate(flushCompileCache);
    const { environment, executable, clock, makeClient } = this.#options;
    this.#printed.clear();
    this.#run?.end();
    const settings = providerSettings(inputs, environment, resource, executable);
    this.#run = new Run(settings, (notice) => this.print(notice), {
      ...clock,
      makeClient,
      engineAddress: this.#engineAddress,
      onRequest: (line) => this.#log.debug(line),
    });
    const sdk = inputs["version"];
    if (typeof sdk === "string" && sdk !== version) {
      const message = `the SDK of the program has version ${quote(sdk)}, and the plugin ${quote(version)}. Install the same version of both.`;
      this.print({ severity: "warning", subject: packageSubject, message });
    }
  }

  /**
   * The operations of the resource with a URN, and the function that prints notices at it.
   *
   * @throws {UnknownTokenError} for a resource of another type: a program or `pulumi import` misspelled it.
   */
  async resource(urn: string): Promise<{ readonly provider: ResourceProvider; readonly print: Print }> {
    const { type = urn } = parseUrn(urn) ?? {};
    if (type !== pluginType) throw new UnknownTokenError("resource", type, [pluginType]);
    const { ResourceProvider } = await loadCore();
    const print: Print = (notice) => this.print(notice, urn);
    return { provider: new ResourceProvider(await this.#configured(), print), print };
  }

  /** Calls a data function. */
  async invoke(token: string, args: Properties): Promise<Properties> {
    const { getAppList, getCampaigns } = await loadCore();
    const functions = new Map([
      ["app-list:index:getCampaigns", getCampaigns],
      ["app-list:index:getAppList", getAppList],
    ]);
    const call = functions.get(token);
    if (call === undefined) throw new UnknownTokenError("function", token, [...functions.keys()]);
    return call(await this.#configured(), args);
  }

  /** Cancels the running operations and all later ones. */
  cancel(): void {
    this.#run?.cancel();
  }

  /** Ends the participation of this process in the run. */
  end(): void {
    this.#run?.end();
  }

  /** Runs a call of the engine. The call ends when the engine has received all notices. */
  async call<Result>(respond: () => Promise<Result>): Promise<Result> {
    const response = respond();
    const ended = Promise.allSettled([response]).then(async () => this.#log.flush());
    this.#calls.add(ended);
    await ended;
    this.#calls.delete(ended);
    return response;
  }

  /** Resolves when no call is running. */
  async callsEnded(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }

  /** Ends all connections, and the participation of this process in the run. Running operations fail. */
  async close(): Promise<void> {
    await this.#run?.close();
    this.end();
    await this.#log.flush();
    this.#log.close();
  }

  async #configured(): Promise<Run> {
    const { SettingsError } = await loadCore();
    if (this.#run !== undefined) return this.#run;
    throw new SettingsError(["The plugin was called before it was configured. Run it with a pulumi command."]);
  }

  /** Prints a notice at the resource with a URN, or at the stack. */
  print(notice: Notice, urn?: string): void {
    if (urn !== undefined) {
      const key = `${urn} ${printNotice(notice)}`;
      if (this.#printed.has(key)) return;
      this.#printed.add(key);
    }
    this.#log.print(notice, urn);
  }
}
