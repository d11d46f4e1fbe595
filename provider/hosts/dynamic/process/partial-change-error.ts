/**
 * A change that was made only in part. The engine keeps what is known of the resource and runs update the next time.
 *
 * Pulumi's dynamic provider tells a partial failure from a complete one by the members `id`, `properties` and `reasons`.
 */
export class PartialChangeError extends Error {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  /**
   * @param properties the outputs as they are known. They must hold `__provider` as well: only after a success does
   * Pulumi add it itself, and without it no later operation finds the provider.
   */
  constructor(id: string, properties: Readonly<Record<string, unknown>>, cause: Error) {
    super(cause.message, { cause });
    this.name = "PartialChangeError";
    this.id = id;
    this.properties = properties;
    this.reasons = [cause.message];
  }
}
