import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";

/** The settings of a stack: `app-list:` keys, those of `secret` encrypted. */
export interface StackSettings {
  readonly plain?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
}

/** What the secrets of the stacks are encrypted with. */
export const passphrase = "acceptance";

const salt = Buffer.from("app-list");
const stackFile = "Pulumi.dev.yaml";

let derivedKey: Buffer | undefined;

/** Encrypts a text as Pulumi's passphrase provider does: AES-256-GCM, with a key from a million rounds of PBKDF2. */
function encrypt(text: string): string {
  derivedKey ??= pbkdf2Sync(passphrase, salt, 1_000_000, 32, "sha256");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey, nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${encrypted.toString("base64")}`;
}

const stackFileSchema = z.object({ encryptionsalt: z.string(), config: z.record(z.string(), z.unknown()).default({}) });

/** Sets settings as `pulumi config set-all` does, without the time that a command takes. */
export function writeSettings(folder: string, { plain = {}, secret = {} }: StackSettings): void {
  const path = join(folder, stackFile);
  const { encryptionsalt, config } = existsSync(path)
    ? stackFileSchema.parse(parse(readFileSync(path, "utf8")))
    : { encryptionsalt: `v1:${salt.toString("base64")}:${encrypt("pulumi")}`, config: {} };
  const entries = [
    ...Object.entries(plain),
    ...Object.entries(secret).map(([key, value]) => [key, { secure: encrypt(value) }] as const),
  ].map(([key, value]) => [`app-list:${key}`, value] as const);
  writeFileSync(path, stringify({ encryptionsalt, config: { ...config, ...Object.fromEntries(entries) } }));
}

/**
 * Makes and selects an empty stack "dev", as `pulumi stack init dev` does, without the time that a command takes.
 *
 * @returns the file with the state of the stack
 */
export function writeStack(places: {
  /** The folder of the project, with its Pulumi.yaml. */
  readonly folder: string;
  /** The folder of the backend. */
  readonly state: string;
  /** PULUMI_HOME. */
  readonly home: string;
}): string {
  const { folder, state, home } = places;
  const projectFile = join(realpathSync(folder), "Pulumi.yaml");
  const { name } = z.object({ name: z.string() }).parse(parse(readFileSync(projectFile, "utf8")));
  const stack = `organization/${name}/dev`;
  write(join(state, ".pulumi", "meta.yaml"), "version: 1\n");
  const checkpoint = join(state, ".pulumi", "stacks", name, "dev.json");
  write(checkpoint, JSON.stringify({ version: 3, checkpoint: { stack, latest: null } }));
  const hash = createHash("sha1").update(projectFile).digest("hex");
  const selection = { stacks: { [`file://${state}`]: stack } };
  write(join(home, "workspaces", `${name}-${hash}-workspace.json`), JSON.stringify(selection));
  writeSettings(folder, {});
  return checkpoint;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
