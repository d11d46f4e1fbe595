import type { Terminal } from "../../provider/cli/terminal";
import { defaultAccount, type Simulator } from "../../provider/simulator/index";

/** A terminal for a test: it records the output. */
interface TestTerminal extends Terminal {
  /** The results so far: stdout. */
  output(): string;
  /** The messages so far: stderr. */
  messages(): string;
}

/** Default: no input, nothing interactive, an empty environment. */
export interface TestTerminalOptions {
  /** The standard input. */
  readonly input?: string | Uint8Array;
  readonly isInputInteractive?: boolean;
  /** Whether results are written to a terminal with colors. Default: they are not. */
  readonly hasColors?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The current time, or the start of a day in UTC. Default: 2027-01-15. */
  readonly now?: string;
}

export function testTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const { input, now = "2027-01-15", ...given } = options;
  const output: string[] = [];
  const messages: string[] = [];
  return {
    input: chunksOf(input),
    isInputInteractive: false,
    hasColors: false,
    environment: {},
    ...given,
    now: () => new Date(now),
    write: (text) => void output.push(text),
    writeMessage: (text) => void messages.push(text),
    output: () => output.join(""),
    messages: () => messages.join(""),
  };
}

async function* chunksOf(input: string | Uint8Array | undefined): AsyncGenerator<string | Uint8Array> {
  if (input !== undefined) yield input;
}

/** The environment with which a command uses a simulator. */
export function environmentFor({ url }: Pick<Simulator, "url">): Readonly<Record<string, string>> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  return {
    APP_LIST_BASE_URL: url,
    APP_LIST_API_KEY: apiKey,
    APP_LIST_API_SECRET: apiSecret,
    APP_LIST_USERNAME: username,
    APP_LIST_PASSWORD: password,
  };
}
