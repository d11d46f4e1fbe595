import { createHash } from "node:crypto";

/**
 * The policy of the page: it loads nothing from anywhere, sends nothing anywhere, and runs only the one style and the
 * one script that it was printed with.
 */
export function contentSecurityPolicy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
