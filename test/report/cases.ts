import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import {
  create,
  numbered,
  ofPlugin,
  pluginType,
  refresh,
  remove,
  same,
  stackStep,
  update,
  urnOf,
  type Declared,
  type Held,
  type PrintedDiagnostic,
  type PrintedStep,
} from "./preview";

export const casesFile = join(import.meta.dirname, "cases.txt");

/** A preview, as cases.txt has it above the lines of its report. */
export interface Case {
  readonly title: string;
  /**
   * - `OP NAME[@PROVIDER]: STATE => INPUTS`: a step. Of both sides, an array or a number stands for app bundles. PROVIDER:
   *   `plugin`, an explicit provider, a parent's type and `$`, or `moved` for a resource of the other host.
   * - `SEVERITY [NAME[@PROVIDER]]: TEXT`: a message.
   * - `options: OPTIONS`: how the preview is printed and reported.
   */
  readonly lines: readonly string[];
  readonly steps: readonly PrintedStep[];
  readonly diagnostics: readonly PrintedDiagnostic[];
  readonly options: z.infer<typeof optionsSchema>;
}

const optionsSchema = z.strictObject({
  config: z.record(z.string(), z.string()).optional(),
  isDriftOnly: z.boolean().optional(),
});

export function readCases(): readonly Case[] {
  const parts = readFileSync(casesFile, "utf8").split(/^# /mu).slice(1);
  return parts.map((part) => {
    const [title = "", ...lines] = part.split("\n---\n", 1).join("").split("\n");
    const parsed = lines.map(readLine);
    return {
      title,
      lines,
      steps: parsed.flatMap(({ step }) => step ?? []),
      diagnostics: parsed.flatMap(({ diagnostic }) => diagnostic ?? []),
      options: optionsSchema.parse(parsed.find(({ options }) => options !== undefined)?.options ?? {}),
    };
  });
}

interface Line {
  readonly step?: PrintedStep;
  readonly diagnostic?: PrintedDiagnostic;
  readonly options?: unknown;
}

function readLine(line: string): Line {
  const [, word = "", name = "", host, text = ""] = /^(\S+?)(?: (\w+)(?:@([\w:$]+))?)?:(?: (.*))?$/u.exec(line) ?? [];
  if (word === "options") return { options: parse(text) };
  if (word === "step") return { step: z.custom<PrintedStep>().parse(parse(text)) };
  if (word === "stack") return { step: { ...stackStep, op: text } };
  if (/^(?:info|warning|error|info#err)$/u.test(word)) {
    const message = text.startsWith('"') ? String(parse(text)) : text;
    const urn = name === "" ? {} : { urn: urnOf(name, host === "plugin" ? pluginType : undefined) };
    return { diagnostic: { severity: word, message: `${message}\n`, ...urn } };
  }
  const [before = "", after] = text.split(/ ?=> /u);
  const held = z.custom<Held>().parse(readSide(parse(before)));
  return { step: hosted(stepOf(word, name, held, after === undefined ? undefined : readSide(parse(after))), host) };
}

function stepOf(op: string, name: string, held: Held, declared: Declared | undefined): PrintedStep {
  if (op === "create" || op === "import") return { ...create(name, declared ?? {}), op };
  if (op === "delete") return remove(name, held);
  if (op === "same") return same(name, held, declared);
  if (op === "refresh") return refresh(name, held, declared);
  return update(name, held, declared ?? {}, op);
}

/** The step as another host or another provider makes it. */
function hosted(step: PrintedStep, host: string | undefined): PrintedStep {
  if (host === undefined) return step;
  if (host === "moved") return { ...ofPlugin(step), ...(step.oldState && { oldState: step.oldState }) };
  if (!host.endsWith("$")) return ofPlugin(step, host === "plugin" ? undefined : host);
  const urn = urnOf("list", `my:component:${host}${pluginType}`);
  return { ...step, urn, oldState: { ...step.oldState, urn }, newState: { ...step.newState, urn } };
}

const membersSchema = z.record(z.string(), z.unknown());

/** The entries and arguments of a side: `12` and `[com.a]` are app bundles. */
function readSide(value: unknown): Declared {
  if (typeof value === "number") return { appBundles: numbered(value) };
  if (Array.isArray(value)) return { appBundles: value.map(String) };
  const { apps, ...members } = membersSchema.parse(value ?? {});
  const groups = ["adopted", "missing", "observed"].filter((name) => members[name] !== undefined);
  return {
    ...members,
    ...(typeof apps === "string" ? { appBundles: apps } : apps !== undefined && readSide(apps)),
    ...Object.fromEntries(groups.map((name) => [name, readSide(members[name])])),
  };
}
