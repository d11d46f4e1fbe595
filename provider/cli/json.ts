import type * as z from "zod";
import type { AppListError } from "../common/error";
import type { Unchangeable } from "../report/report";

/** A value as an indented JSON document, without characters that control a terminal. */
export function formatJson(value: unknown): string {
  return `${quoteJson(value, 2)}\n`;
}

/** An error as the document of `--json`: its code, its message and its data. */
export function formatError(error: AppListError): string {
  const { name: _name, code, message, ...data } = error;
  return formatJson({ error: { code, message, ...data } });
}

/** A value in JSON. Control and format characters are escaped, so that none reaches a terminal. */
export function quoteJson(value: unknown, indent?: number): string {
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    character.split("").map(escapeUnit).join(""),
  );
}

/** The value of a schema, unchangeable: the result of a command, as `--json` prints it. */
export type ResultOf<Schema extends z.ZodType> = Unchangeable<z.infer<Schema>>;
