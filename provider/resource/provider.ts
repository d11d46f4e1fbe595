import type { Observed } from "../list/entries";
import { parseRemovalLimit } from "../list/removal-guard";
import { addedEntries, withUnconfirmedRemovals } from "../list/ownership";
import { SettingsError } from "../settings/settings";
import { RemovalLimitError } from "../sync/errors";
import { checkInputs, type Checked } from "./check";
import { withCredentialFallback } from "./credential-fallback";
import { diffState } from "./diff";
import { guardReplacement, guardUpdate } from "./guard";
import { parseInputs, type Declared, type ParsedInputs, type Properties } from "./inputs";
import * as lifecycle from "./lifecycle";
import { StateUnreadableError } from "./errors";
import { AccountMissingError, printMissingAccount, withAccount } from "./missing-account";
import { findMove, hasOtherBaseUrl } from "./move";
import { printNotice } from "./notices";
import { removedAnywhere } from "./other-accounts";
import { putBack } from "./put-back";
import { refusedDeclarations } from "./refused-declarations";
import type { Run } from "./run";
import { parseState, printInputs, printState, type State } from "./state";

/** An operation that failed. */
export interface Failed {
  readonly outcome: "failed";
  readonly failure: Error;
  /** The resource, if the operation has changed it in part. */
  readonly partial?: { readonly id: string; readonly state: Properties } | undefined;
}

/** The result of an operation. */
type Result<Done = object> = ({ readonly outcome: "done" } & Done) | Failed;

/** The resource after a read. Without a state it no longer exists; without inputs the old ones are kept. */
interface Read {
  readonly state?: Properties;
  readonly inputs?: Properties;
}

/** The operations of AppListEntries in one run, over plain data. A host translates to them and decides nothing. */
export interface Provider {
  /**
   * Validates inputs. Entries of refused inputs that this run has removed are put back.
   *
   * @param olds the last accepted inputs. Empty if the resource is new.
   * @param unknown the names of the inputs that a preview does not know yet.
   */
  check(olds: Properties, inputs: Properties, unknown?: ReadonlySet<string>): Promise<Checked>;
  /** Compares a state with inputs. Fails if the removal guard refuses the change. */
  diff(
    id: string,
    state: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
  ): Promise<Result<{ readonly changes: boolean; readonly replaces: readonly string[] }>>;
  create(inputs: Properties): Promise<Result<{ readonly id: string; readonly state: Properties }>>;
  /** Reads the list. */
  read(id: string, state: Properties): Promise<Result<Read>>;
  update(id: string, state: Properties, inputs: Properties): Promise<Result<{ readonly state: Properties }>>;
  delete(state: Properties): Promise<Result>;
}

/**
 * Serves the resource in one run.
 *
 * @param print prints a line for the person who runs Pulumi.
 */
export function createProvider(run: Run, print: lifecycle.Print): Provider {
  /**
   * The states of reads whose diff is still to come: after a read, the engine compares with the old inputs. Not by ID,
   * which several resources can have.
   */
  const unansweredReads = new Map<string, number>();

  /** The lists that reads of this run have shown, by account and ID. */
  const observed = new Map<string, Observed>();

  const isDiffOfRead = (state: State): boolean => {
    if (unansweredReads.size === 0) return false;
    const key = stateKey(state);
    const reads = unansweredReads.get(key) ?? 0;
    if (reads > 1) unansweredReads.set(key, reads - 1);
    else unansweredReads.delete(key);
    return reads > 0;
  };

  const isAccount = (account: string | undefined): boolean => run.baseUrl(account) !== undefined;

  /** Keeps the entries of a refused resource in its lists. All count as declared before the first is put back. */
  const keep = async (olds: Properties, inputs: Properties): Promise<void> => {
    const declarations = refusedDeclarations(olds, inputs, isAccount);
    for (const { account, appListId, entries } of declarations) {
      const list = run.list(account, appListId);
      for (const declared of [list.declared, list.declaredByRefused]) declared.add(entries);
    }
    for (const declaration of declarations) await putBack(run, declaration, print);
  };

  /** Runs an operation that changes a resource. If it is refused before anything is sent, its entries stay in the list. */
  const attemptChange = async <Done>(
    olds: Properties,
    inputs: Properties,
    operate: () => Result<Done> | Promise<Result<Done>>,
  ): Promise<Result<Done>> => {
    const result = await attempt(operate);
    if (result.outcome === "failed" && result.partial === undefined && isRefusal(result.failure)) {
      await keep(olds, inputs);
    }
    return result;
  };

  return {
    check: async (olds, inputs, unknown) => {
      const checked = checkInputs(inputs, unknown);
      if (checked.outcome === "invalid") await keep(olds, inputs);
      else if (checked.declared !== undefined) {
        const { account, appListId, entries } = checked.declared;
        run.list(account, appListId).declared.add(entries);
        // No operation can reach that account: the entries that this resource has added are in its old list.
        if (!isAccount(account)) await keep(olds, inputs);
      }
      return checked;
    },

    diff: (id, state, inputs, unknown) =>
      attemptChange(state, inputs, () => {
        const parsedState = parseState(state);
        const isRefresh = isDiffOfRead(parsedState);
        const known = inRun(run, parsedState);
        const parsed = parseInputs(inputs, unknown);
        // The program's inputs were checked. Those of a refresh are older, and must not fail by a new rule.
        if (parsed.outcome === "refused") return { outcome: "done", changes: true, replaces: [] };
        const { account, appListId } = known.given;
        const named = parsed.outcome === "declared" ? parsed.declared.account : parsed.given.account;
        const move = findMove(known, run.account(account), run.account(named));
        const { changes, replaces, notice } = diffState(known, parsed, move);
        if (move === undefined) run.list(account, appListId).released.add(addedEntries(known.ownership));
        // The read has printed the drift already.
        if (!isRefresh) {
          const list = run.list(account, appListId);
          const next = replaces.length > 0 ? knownReplacement(parsed) : undefined;
          // At another base URL, the delete fails, and removes nothing.
          if (next !== undefined && !hasOtherBaseUrl(known, run.baseUrl(account))) guardReplacement(known, next, list);
          if (parsed.outcome === "declared" && replaces.length === 0 && move === undefined) {
            guardUpdate(known, parsed.declared, list, observed.get(observedKey(known)));
          }
          if (notice !== undefined) print(printNotice(notice));
          const unknownAccount = named === account ? run.unknownAccount(account) : undefined;
          if (unknownAccount !== undefined) print(printMissingAccount(known, unknownAccount, false));
        }
        return { outcome: "done", changes, replaces };
      }),

    create: (inputs) =>
      attemptChange({}, inputs, async () => {
        const declared = declaredBy(inputs);
        const id = String(declared.appListId);
        return toResult(id, await lifecycle.create(run, declared, print));
      }),

    read: (id, state) =>
      attempt<Read>(async () => {
        const known = parseState(state);
        const read = await withAccount(known, () =>
          withCredentialFallback(run, known, "read", (one) => lifecycle.read(one, known, print), print),
        );
        if (read.outcome === "gone") return { outcome: "done" };
        const key = stateKey(read.state);
        unansweredReads.set(key, (unansweredReads.get(key) ?? 0) + 1);
        if (read.outcome === "read") observed.set(observedKey(known), read.observed);
        const inputs = read.outcome === "read" ? printInputs(read.state, read.unexpected) : undefined;
        return { outcome: "done", state: printState(read.state), inputs };
      }),

    update: (id, state, inputs) =>
      attemptChange(state, inputs, () => {
        const known = inRun(run, parseState(state));
        return withAccount(known, async () =>
          toResult(id, await lifecycle.update(run, known, declaredBy(inputs), print)),
        );
      }),

    delete: (state) =>
      attempt(async () => {
        const known = parseState(state);
        await withAccount(known, () =>
          withCredentialFallback(run, known, "delete", (one) => lifecycle.remove(one, known, print), print),
        );
        return { outcome: "done" };
      }),
  };
}

/** The new list, and how much may be removed from the old one; undefined if a preview does not know that yet. */
function knownReplacement(
  parsed: Exclude<ParsedInputs, { readonly outcome: "refused" }>,
): Parameters<typeof guardReplacement>[1] | undefined {
  if (parsed.outcome === "declared") return parsed.declared;
  const { unknown, given } = parsed;
  const { account, appListId, removalLimit: limit } = given;
  if (appListId === undefined || unknown.has("account") || unknown.has("removalLimit")) return undefined;
  return { account, appListId, removalLimit: limit === undefined ? undefined : parseRemovalLimit(limit) };
}

/** A state in one form, whatever the order of its members. */
function stateKey(state: State): string {
  const members = Object.entries(printState(state));
  return JSON.stringify(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function observedKey({ given: { account, appListId } }: State): string {
  return JSON.stringify([account ?? null, appListId]);
}

/** Whether an operation failed before it could send anything, for a reason that has nothing to do with the API. */
function isRefusal(error: Error): boolean {
  return [RemovalLimitError, SettingsError, AccountMissingError, StateUnreadableError].some(
    (refusal) => error instanceof refusal,
  );
}

async function attempt<Done>(operate: () => Result<Done> | Promise<Result<Done>>): Promise<Result<Done>> {
  try {
    return await operate();
  } catch (error) {
    return { outcome: "failed", failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

function toResult(id: string, { state, failure }: lifecycle.Changed): Result<{ id: string; state: Properties }> {
  const resource = { id, state: printState(state) };
  return failure === undefined ? { outcome: "done", ...resource } : { outcome: "failed", failure, partial: resource };
}

/** A state in a run. What the run has removed may be gone: two resources can manage an entry after a failed move. */
function inRun(run: Run, state: State): State {
  const removed = removedAnywhere(run.list(state.given.account, state.given.appListId));
  return { ...state, ownership: withUnconfirmedRemovals(state.ownership, removed) };
}

/** Complete inputs, as every operation but a preview has them: they were checked before. */
function declaredBy(inputs: Properties): Declared {
  const parsed = parseInputs(inputs);
  if (parsed.outcome === "declared") return parsed.declared;
  throw new TypeError(
    parsed.outcome === "refused" ? parsed.problems.join("; ") : "An input of the resource is not known yet.",
  );
}
