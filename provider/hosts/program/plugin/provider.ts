import * as pulumi from "@pulumi/pulumi";
import { version } from "../../../common/version";
import { settingsWithSecrets } from "../../../api/keys";

/** The values of `observe` by the names in code that `pulumi convert` prints. */
export const Observe = { Probe: "probe", Read: "read", Off: "off" } as const;

/** The settings of an account. Each defaults to its environment variable, such as `APP_LIST_BASE_URL`. */
export interface AccountArgs {
  /**
   * The URL of the API, without `/v1`. It must use https, except on loopback. No secret: messages and states contain it.
   * Required.
   */
  readonly baseUrl?: pulumi.Input<string>;
  /**
   * The API key, without a colon. With `apiSecret`, it is the Basic credential of the token request. Required, unless
   * `basicCredential` is set.
   */
  readonly apiKey?: pulumi.Input<string>;
  /** The API secret. Required, unless `basicCredential` is set. */
  readonly apiSecret?: pulumi.Input<string>;
  /**
   * A complete Basic credential: the value after `Basic` in the header of the token request. Default: built from `apiKey`
   * and `apiSecret`.
   */
  readonly basicCredential?: pulumi.Input<string>;
  /** The login e-mail of the account. Required. */
  readonly username?: pulumi.Input<string>;
  /** The password of the account. Required. */
  readonly password?: pulumi.Input<string>;
  /**
   * How a list is read: `probe` removes an entry that cannot exist, `read` requests `readPath`, `off` reads nothing.
   * Default: `probe`.
   */
  readonly observe?: pulumi.Input<"probe" | "read" | "off">;
  /** The path of an endpoint that returns a list, with `{id}` for the ID of the list. Required if `observe` is `read`. */
  readonly readPath?: pulumi.Input<string>;
  /** The most entries in one request, 1 or more. Default: as many as the API accepts. */
  readonly maxEntriesPerRequest?: pulumi.Input<number>;
  /** The timeout of one operation with all its requests and waits, in seconds, from 1 to 3600. Default: 300. */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/** The arguments of {@link Provider}. */
export interface ProviderArgs extends AccountArgs {
  /**
   * More accounts by name, for the argument `account` of resources and functions. They take settings other than
   * credentials from this provider.
   */
  readonly accounts?: pulumi.Input<Readonly<Record<string, pulumi.Input<AccountArgs>>>>;
}

/**
 * The settings with which resources use the ad platform. A resource without an explicit provider uses the settings in
 * the stack's configuration.
 *
 * Settings can be outputs of other resources. A changed setting never replaces the resources of the provider.
 *
 * @example
 * ```ts
 * import { Config } from "@pulumi/pulumi";
 * import { AppListEntries, Provider } from "pulumi-app-list/plugin";
 *
 * const config = new Config();
 * const provider = new Provider("eu", {
 *   baseUrl: "https://eu.api.example.com",
 *   username: "ad.ops.eu@example.com",
 *   password: config.requireSecret("euPassword"),
 *   apiKey: config.requireSecret("euApiKey"),
 *   apiSecret: config.requireSecret("euApiSecret"),
 * });
 *
 * new AppListEntries("blocked-apps", { appListId: 4321, appBundles: ["com.example.casino"] }, { provider });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  /**
   * Makes a provider of these settings.
   *
   * @param name the name of the resource in the program.
   */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const settings = Object.entries(args).map(([key, value]) => [key, settingInput(key, value)] as const);
    super("app-list", name, Object.fromEntries(settings), { version, ...opts });
  }
}

/** A setting in the form for Pulumi: text, or JSON if it is a number or an object. */
function settingInput(key: string, value: unknown): pulumi.Output<string | undefined> {
  const resolved: pulumi.Output<unknown> = pulumi.output(value);
  const text = resolved.apply((setting) =>
    typeof setting === "string" || setting === undefined ? setting : JSON.stringify(setting),
  );
  return settingsWithSecrets.includes(key) ? pulumi.secret(text) : text;
}
