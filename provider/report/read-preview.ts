import { z } from "zod";
import { parseDocument } from "./json-document";
import { PreviewUnreadableError } from "./preview-unreadable-error";

const propertiesSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((properties) => properties ?? {});

/** The state of a resource, before or after a step; of the many members those that a report needs. */
const resourceStateSchema = z.object({
  urn: z.string().optional(),
  id: z.string().optional(),
  inputs: propertiesSchema,
  outputs: propertiesSchema,
  retainOnDelete: z.boolean().default(false),
  /** Set where a replacement was done by half: the new resource is there, and this one still waits to be deleted. */
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
  steps: z.array(stepSchema).nullish(),
  diagnostics: z.array(diagnosticSchema).nullish(),
  changeSummary: z.record(z.string(), z.unknown()).nullish(),
});

/** The state of a resource as a step shows it. */
export type ResourceState = Readonly<z.infer<typeof resourceStateSchema>>;

/** What the engine would do with one resource. */
export type Step = Readonly<z.infer<typeof stepSchema>>;

/** What the engine, a provider or the program said. */
export type Diagnostic = Readonly<z.infer<typeof diagnosticSchema>>;

/** A preview, as `pulumi preview --json` prints it. */
export interface Preview {
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what `pulumi preview --json` printed, also when it failed. Lines of others before and after the JSON, such as
 * warnings that were sent to the same file, are passed over.
 *
 * @throws {PreviewUnreadableError} where the text is none.
 */
export function parsePreview(text: string): Preview {
  if (text.trim() === "") {
    throw new PreviewUnreadableError(
      "There is no preview: the input is empty",
      "If pulumi printed an error instead, settle that first.",
    );
  }
  const parsed = previewSchema.safeParse(parseDocument(text));
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error).split("\n").slice(0, 2).join(" ").replaceAll(/\s+/gu, " ");
    throw new PreviewUnreadableError(`This JSON is not a preview: ${problem}`);
  }
  const { steps, diagnostics, changeSummary } = parsed.data;
  if (!steps && !diagnostics && !changeSummary) {
    throw new PreviewUnreadableError("This JSON is not a preview: it has neither steps nor diagnostics");
  }
  const preview = { steps: steps ?? [], diagnostics: diagnostics ?? [] };
  refuseRefreshAlone(preview);
  return preview;
}

/** A refresh alone shows the lists as they were before it, and no difference: it must not pass for "nothing to do". */
function refuseRefreshAlone({ steps, diagnostics }: Preview): void {
  const isRefreshAlone = steps.length > 0 && steps.every(({ op }) => op === "refresh");
  if (isRefreshAlone && !diagnostics.some(({ severity }) => severity === "error")) {
    throw new PreviewUnreadableError("This is the output of pulumi refresh, which does not say what drifted");
  }
}
