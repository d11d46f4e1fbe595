import type { dynamic } from "@pulumi/pulumi";
import { addedEntries, withUnconfirmedRemovals } from "../../../list/ownership";
import { parseInputs, type Declared } from "../../../resource/inputs";
import { parseState, type State } from "../../../resource/state";
import { checkInputs } from "../../../resource/check";
import { withCredentialsOfState } from "../../../resource/credentials-of-state";
import { diffState } from "../../../resource/diff";
import { findMove } from "../../../resource/move";
import { guardManaged } from "../../../resource/guard";
import * as lifecycle from "../../../resource/lifecycle";
import { printNotice } from "../../../resource/notices";
import { PartialChangeError } from "./partial-change-error";
import { ReportedError } from "./reported-error";
import type { Run } from "../../../resource/run";

type Raw = Readonly<Record<string, unknown>>;

/** What the engine asks of the resources of one run, but for the configuration of the run itself. */
export type Operations = Required<Omit<dynamic.ResourceProvider<Raw, Raw>, "configure">>;

/**
 * The operations of a resource in one run.
 *
 * @param currentRun the run that this process knows; it is asked for with every operation.
 */
export function operationsOf(currentRun: () => Run, say: lifecycle.Say): Operations {
  return {
    check: (_olds, news) =>
      reported(async () => {
        const { result, declared } = checkInputs(news);
        if (declared !== undefined) {
          currentRun().declare(currentRun().listKey(declared.account, declared.appListId), declared.entries);
        }
        return result;
      }),

    diff: (id, olds, news) =>
      reported(async () => {
        const isRefresh = currentRun().takeRefreshDiff(id);
        const state = stateInRun(currentRun(), olds);
        const parsed = parseInputs(news);
        // The program's inputs were checked. A refresh compares with older ones, which no change of the rules may break.
        if (parsed.outcome === "refused") return { changes: true };
        const { account } = parsed.outcome === "declared" ? parsed.declared : parsed.given;
        const baseUrl = currentRun().baseUrl(account);
        const { changes, replaces, notice } = diffState(state, parsed, baseUrl);
        const isMoved = findMove(state, account, baseUrl) !== undefined;
        if (!isMoved) {
          const listKey = currentRun().listKey(state.given.account, state.given.appListId);
          currentRun().release(listKey, addedEntries(state.ownership));
        }
        if (parsed.outcome === "declared" && replaces.length === 0 && !isRefresh && !isMoved) {
          refuseTooMany(currentRun(), state, parsed.declared);
        }
        if (notice !== undefined && !isRefresh) say(printNotice(notice));
        return { changes, replaces: [...replaces], deleteBeforeReplace: false };
      }),

    create: async (inputs) => {
      const declared = declaredBy(inputs);
      const id = String(declared.appListId);
      return { id, outs: outputsOf(id, inputs, await lifecycle.create(currentRun(), declared, say)) };
    },

    read: (id, props = {}) =>
      reported(async () => {
        const state = parseState(props);
        const refreshed = await withCredentialsOfState(currentRun(), state.given.account, () =>
          lifecycle.read(currentRun(), state, say),
        );
        switch (refreshed.outcome) {
          case "gone":
            return {};
          case "notVerified":
            currentRun().awaitRefreshDiff(id);
            return { id, props: refreshed.outputs };
          case "read":
            currentRun().awaitRefreshDiff(id);
            return { id, props: refreshed.outputs, inputs: refreshed.inputs };
        }
      }),

    update: async (id, olds, news) => ({
      outs: outputsOf(
        id,
        news,
        await lifecycle.update(currentRun(), stateInRun(currentRun(), olds), declaredBy(news), say),
      ),
    }),

    delete: (_id, props) =>
      reported(async () => {
        const state = parseState(props);
        await withCredentialsOfState(currentRun(), state.given.account, () =>
          lifecycle.remove(currentRun(), state, say),
        );
      }),
  };
}

/** The state of a resource, with what this run has taken out of its list in doubt: another resource may have held it too. */
function stateInRun(run: Run, raw: Raw): State {
  const state = parseState(raw);
  const takenAway = run.takenAwayFrom(run.listKey(state.given.account, state.given.appListId));
  return { ...state, ownership: withUnconfirmedRemovals(state.ownership, takenAway) };
}

/** The guard by the managed entries: a preview refuses what the update would refuse. */
function refuseTooMany(run: Run, state: State, declared: Declared): void {
  const listKey = run.listKey(declared.account, declared.appListId);
  const guarded = guardManaged(state.ownership.managed, declared, {
    declaredElsewhere: run.declaredFor(listKey),
    isApproved: (change) => run.isApproved(declared, change),
    howToApprove: (change) => run.howToApprove(declared, change),
  });
  if (guarded.outcome === "refused") throw new Error(guarded.reason);
  if (guarded.outcome === "approved") run.approve(listKey, guarded.change);
}

/** Complete inputs, as every operation but a preview has them: they were checked before. */
function declaredBy(inputs: Raw): Declared {
  const parsed = parseInputs(inputs);
  if (parsed.outcome === "declared") return parsed.declared;
  throw new TypeError(
    parsed.outcome === "refused" ? parsed.problems.join("; ") : "An input of the resource is not known yet.",
  );
}

function outputsOf(id: string, inputs: Raw, { outputs, failure }: lifecycle.Result): Raw {
  if (failure === undefined) return outputs;
  throw new PartialChangeError(id, { ...outputs, __provider: inputs["__provider"] }, failure);
}

async function reported<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    throw new ReportedError(error);
  }
}
