/**
 * A change that was made only in part. The engine keeps the state and runs update the next time.
 *
 * Pulumi's dynamic provider recognises a partial failure by the members `id`, `properties` and `reasons`.
 */
export class PartialChangeError extends Error {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  /**
   * @param properties the state, with `__provider`: Pulumi adds that only after a success, and without it no later
   * operation finds the provider.
   */
  constructor(id: string, properties: Readonly<Record<string, unknown>>, cause: Error) {
    super(cause.message, { cause });
    this.name = "PartialChangeError";
    this.id = id;
    this.properties = properties;
    this.reasons = [cause.message];
  }
}
