import { isDeepStrictEqual } from "node:util";
import { AppListError } from "../common/error";
import { PartialChangeError } from "./execute";
import type { Properties } from "./inputs";
import type { Resource } from "./state";

type Call = readonly [outputs: Properties | undefined, inputs: Properties];

/**
 * The failed attempts of a run. With an `onError` hook, the engine repeats a create or an update in the same process,
 * with the state from before the first attempt. The state that a failed attempt returned is lost, unless the next
 * attempt continues from it.
 */
export class Attempts {
  readonly #failed = new Map<string, { readonly call: Call; readonly resource: Resource }>();

  /**
   * Runs a create or an update.
   *
   * @param id the resource in the run. Without it, no attempt is known.
   * @param call the state from before the first attempt (undefined for a create), and the inputs.
   * @param operate the operation, with the state of the failed attempt of the same call, or that of the call.
   * @throws {PartialChangeError} if this attempt or one before it made a part of the change.
   */
  async run(
    id: string | undefined,
    call: Call,
    operate: (stored: Properties | undefined) => Promise<Resource>,
  ): Promise<Resource> {
    if (id === undefined) return operate(call[0]);
    const last = this.#failed.get(id);
    this.#failed.delete(id);
    const before = isDeepStrictEqual(last?.call, call) ? last?.resource : undefined;
    try {
      return await operate(before?.state ?? call[0]);
    } catch (error) {
      const isLost = before !== undefined && error instanceof AppListError && !(error instanceof PartialChangeError);
      const failure: unknown = isLost ? new PartialChangeError(error, before) : error;
      if (failure instanceof PartialChangeError) this.#failed.set(id, { call, resource: failure.resource });
      throw failure;
    }
  }

  /** Forgets the attempts of a resource or, by default, of all. */
  forget(id?: string): void {
    if (id === undefined) this.#failed.clear();
    else this.#failed.delete(id);
  }
}
