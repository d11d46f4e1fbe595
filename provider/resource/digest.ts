import { createHash } from "node:crypto";

/** 16 hexadecimal digits that identify a text and do not show it. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
