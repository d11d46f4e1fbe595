import * as z from "zod";
import { AppListError } from "../common/error";
import { quote } from "../common/quote";
import { dynamicType, isDefaultProvider, parseUrn, pluginType } from "../common/engine-texts";

export class PreviewUnreadableError extends AppListError {
  readonly code = "PREVIEW_UNREADABLE";

  /**
   * @param problem a sentence without a full stop.
   * @param remedy what to do before the next preview, as a sentence. Default: nothing.
   */
  constructor(problem: string, remedy?: string) {
    super(
      `${problem}. Nothing was reported.${remedy === undefined ? "" : ` ${remedy}`} ` +
        "Make a preview: pulumi preview --json --refresh --show-sames > preview.json",
    );
  }
}

const propertiesSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((properties) => properties ?? {});

/** Contains only the members that the report needs. */
const resourceStateSchema = z.object({
  urn: z.string().optional(),
  id: z.string().optional(),
  provider: z.string().optional(),
  inputs: propertiesSchema,
  outputs: propertiesSchema,
  retainOnDelete: z.boolean().default(false),
  /** The URN of the resource whose delete makes Pulumi forget this one. */
  deletedWith: z.string().optional(),
  /**
   * Whether it is the old resource of an incomplete replacement: the new one exists, and this one must still be
   * deleted.
   */
  delete: z.boolean().default(false),
});

const stepSchema = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: resourceStateSchema.nullish(),
  newState: resourceStateSchema.nullish(),
});

const diagnosticSchema = z.object({
  urn: z.string().optional(),
  message: z.string(),
  severity: z.string(),
});

const previewSchema = z.object({
  config: z.record(z.string(), z.string().catch("")).catch({}),
  steps: z.array(stepSchema).nullish(),
  diagnostics: z.array(diagnosticSchema).nullish(),
  changeSummary: z.looseObject({ same: z.int().nonnegative().catch(0).default(0) }).nullish(),
});

export type ResourceState = Readonly<z.infer<typeof resourceStateSchema>>;

export type PreviewStep = Readonly<z.infer<typeof stepSchema>>;

export type Diagnostic = Readonly<z.infer<typeof diagnosticSchema>>;

/** The output of `pulumi preview --json`. The configuration of the stack has marks in place of secrets. */
export type Preview = ReturnType<typeof parsePreview>;

/**
 * Reads the output of `pulumi preview --json`, even if the preview failed. Lines before and after the JSON are ignored.
 *
 * @throws {PreviewUnreadableError} if the text is no preview.
 */
export function parsePreview(text: string) {
  if (text.trim() === "") {
    throw new PreviewUnreadableError(
      "There is no preview: the input is empty",
      "If pulumi printed an error instead, fix that first.",
    );
  }
  const parsed = previewSchema.safeParse(parseDocument(text.startsWith("\uFEFF") ? text.slice(1) : text));
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ").replaceAll(/\s+/gu, " ");
    throw new PreviewUnreadableError(`This JSON is not a preview: ${problem}`);
  }
  const { config, steps, diagnostics, changeSummary } = parsed.data;
  if (!steps && !diagnostics && !changeSummary) {
    throw new PreviewUnreadableError("This JSON is not a preview: it has neither steps nor diagnostics");
  }
  const preview = { config, steps: steps ?? [], diagnostics: diagnostics ?? [] };
  if (preview.diagnostics.some(({ severity }) => severity === "error")) return preview;
  // The output of `pulumi refresh` has the lists before the refresh. It must not be reported as "no changes".
  if (preview.steps.length > 0 && preview.steps.every(({ op }) => op === "refresh"))
    throw new PreviewUnreadableError("This is the output of pulumi refresh: it does not show drift");
  // A resource without changes can declare what another one removes.
  if ((changeSummary?.same ?? 0) > preview.steps.filter(({ op }) => op === "same").length)
    throw new PreviewUnreadableError("This preview omits resources without changes: it was made without --show-sames");
  return preview;
}

/** The preview of a command that printed an error instead, such as a wrong passphrase. */
export function failedPreview(message: string): Preview {
  return { config: {}, steps: [], diagnostics: [{ message, severity: "error" }] };
}

/** Whether a URN names a resource of this package, in either host. */
export function isAppListEntries(urn: string): boolean {
  const type = parseUrn(urn)?.type;
  return type === dynamicType || type === pluginType;
}

/**
 * The name of the explicit provider of a resource; undefined for a default provider. In both hosts, a default provider
 * has the settings of the stack.
 */
export function explicitProvider(state: PreviewStep["oldState"]): string | undefined {
  // The text is the URN of the provider, two colons and its ID.
  const urn = parseUrn((state?.provider ?? "").replace(/::[^:]*$/u, ""));
  const isExplicit = urn?.type === "pulumi:providers:app-list" && !isDefaultProvider(urn.name);
  return isExplicit ? urn.name : undefined;
}

/** Reads the JSON document in a text. Other programs may print lines before and after it, such as a warning of npx. */
function parseDocument(text: string): unknown {
  const [start, end] = [text.search(/^\{\r?$/mu), text.lastIndexOf("\n}")];
  const document = start < 0 || end < start ? text : text.slice(start, end + "\n}".length);
  try {
    return JSON.parse(document);
  } catch (error) {
    if (text.includes('"resourcePreEvent":')) {
      throw new PreviewUnreadableError(
        "These are the events of a preview: PULUMI_ENABLE_STREAMING_JSON_PREVIEW is set",
        "Unset that variable: env -u PULUMI_ENABLE_STREAMING_JSON_PREVIEW pulumi preview --json.",
      );
    }
    throw new PreviewUnreadableError(
      `This is not JSON: ${error instanceof Error ? quote(error.message) : "unreadable"}`,
    );
  }
}
