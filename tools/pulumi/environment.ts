import { delimiter, dirname } from "node:path";

/** Where a `pulumi` command keeps what, so that it neither finds nor leaves anything elsewhere. */
export interface PulumiPlaces {
  /** The folder that holds the `pulumi` executable. */
  readonly engine: string;
  /** PULUMI_HOME: logs, and which stack is selected. */
  readonly home: string;
  /** The folder of the backend: the stacks' states. */
  readonly state: string;
  /** The folder of temporary files and caches: TypeScript programs are compiled into it. It must exist. */
  readonly temporary: string;
  /** What secrets in the stacks' settings and states are encrypted with. */
  readonly passphrase: string;
}

/** Variables that would make a command depend on who runs it. */
const inheritedSetting = /^(PULUMI_|APP_LIST_|VITEST|NODE_OPTIONS$|NODE_ENV$)/u;

/** The environment of a `pulumi` command: this process's own, without variables that would change the command. */
export function pulumiEnvironment({ engine, home, state, temporary, passphrase }: PulumiPlaces): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !inheritedSetting.test(name));
  return {
    ...Object.fromEntries(inherited),
    // Pulumi starts `node` from PATH, for the program and for the provider: the pinned one, also where the engine's
    // folder has another.
    PATH: [dirname(process.execPath), engine, process.env["PATH"] ?? ""].join(delimiter),
    TMPDIR: temporary,
    XDG_CACHE_HOME: temporary,
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}
