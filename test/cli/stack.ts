import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { folderWith } from "../files/folder";

/** The values of a configuration, none of which is secret. */
export function plainConfig(settings: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`app-list:${key}`, { value }]));
}

/** A folder with files, and a PATH on which a stand-in for Pulumi prints the configuration of the stack "dev" alone. */
export function stackFolder(config: object, files: Readonly<Record<string, string>> = {}) {
  const words = "config --json --show-secrets --non-interactive --stack dev";
  const failure = `{ echo "error: no stack named '$6' found." >&2; exit 1; }`;
  const pulumi = `#!/bin/sh\n[ "$*" = "${words}" ] && cat "\${0%/*}/config.json" || ${failure}\n`;
  const folder = folderWith({ ...files, pulumi, "config.json": JSON.stringify(config) });
  chmodSync(join(folder, "pulumi"), 0o755);
  return { folder, PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
}
