import { byKind, countEntries, type Entries } from "../list/kinds";
import { formatCount } from "../common/format";
import type { Plan } from "../list/plan";
import { printableUpTo } from "../common/printable";
import { guardRemovals } from "../list/removal-guard";
import { nameList } from "../list/summary";
import { parseInputs, printTexts, withoutNothing, type Declared } from "./inputs";
import { digestOf, howToApprove } from "./approval";

type Raw = Readonly<Record<string, unknown>>;

/** What other resources of the run declare for a list. */
type DeclaredElsewhere = (account: string | undefined, appListId: number) => Entries;

/** A problem with the inputs. */
export interface CheckFailure {
  /** The input that is wrong; empty for none or several. */
  readonly property: string;
  readonly reason: string;
}

/** What a check found: the inputs for the engine, and what is declared where all of it is known. */
export interface Checked {
  readonly result: { readonly inputs: Raw; readonly failures?: CheckFailure[] };
  readonly declared?: Declared;
  /** The change, where only an approval lets it through. */
  readonly approved?: Plan;
}

/** What the run knows besides the resource. */
export interface Circumstances {
  readonly declaredElsewhere: DeclaredElsewhere;
  /** The digests of the changes that a person has let through. */
  readonly approvals: ReadonlySet<string>;
}

/** Most problems that are shown; after them only their number. */
const mostShown = 20;

/** The longest problem that is shown, in characters: some name a file, and a program can name anything. */
const longestShown = 1000;

/**
 * Checks a resource's inputs, before anything is sent and also in a preview.
 *
 * @param olds the inputs of the last update or refresh; empty where the resource is new.
 * @param news the inputs of the program.
 * @param circumstances what other resources of the run declare for a list, as far as the engine has shown them, and what
 * was approved.
 */
export function checkInputs(olds: Raw, news: Raw, { declaredElsewhere, approvals }: Circumstances): Checked {
  const parsed = parseInputs(news);
  switch (parsed.outcome) {
    case "refused":
      return { result: { inputs: news, failures: [failureOf(parsed.problems)] } };
    case "incomplete":
      return { result: { inputs: withoutNothing({ ...news, refused: undefined }) } };
    case "declared": {
      const { declared } = parsed;
      const elsewhere = declaredElsewhere(declared.account, declared.appListId);
      const guarded = guardAgainst(olds, declared, elsewhere, approvals);
      const inputs = withoutNothing({ ...declared.given, ...printTexts(declared.notes) });
      switch (guarded.outcome) {
        case "allowed":
          return { result: { inputs }, declared };
        case "approved":
          return { result: { inputs }, declared, approved: guarded.change };
        case "refused":
          // What it declares stays all the same, also where another resource has begun to let go of it.
          return { result: { inputs, failures: [{ property: "", reason: guarded.reason }] }, declared };
      }
    }
  }
}

/**
 * One failure for all problems. It names no property to the engine, which would print that property's whole value: ten
 * thousand lines for a long list.
 */
function failureOf(problems: readonly string[]): CheckFailure {
  const shown = problems.slice(0, mostShown).map((problem) => printableUpTo(longestShown, problem));
  const more = problems.length - shown.length;
  const lines = [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  const [only] = lines;
  return { property: "", reason: lines.length === 1 && only !== undefined ? only : `\n  ${lines.join("\n  ")}` };
}

/** What the guard makes of a change. */
type Guarded =
  | { readonly outcome: "allowed" }
  | { readonly outcome: "approved"; readonly change: Plan }
  | { readonly outcome: "refused"; readonly reason: string };

/** The removal guard as far as it can judge without looking at the list: by what was declared before. */
function guardAgainst(
  olds: Raw,
  declared: Declared,
  declaredElsewhere: Entries,
  approvals: ReadonlySet<string>,
): Guarded {
  const before = Object.keys(olds).length === 0 ? undefined : parseInputs(olds);
  if (before?.outcome !== "declared") return { outcome: "allowed" };
  const old = before.declared;
  // Another list or account is a replacement, and the preview says so.
  if (old.appListId !== declared.appListId || old.account !== declared.account) return { outcome: "allowed" };
  // The old inputs of an exclusive resource name entries of others too, after a refresh; those stay from now on. What
  // the resource itself loses is judged by its state.
  if (old.exclusive && !declared.exclusive) return { outcome: "allowed" };
  const isApproved = (change: Plan): boolean => approvals.has(digestOf(declared, change));
  return guardHeld(old.entries, declared, { declaredElsewhere, approvals, isApproved });
}

/** The removal guard for what a resource loses of what it holds. */
export function guardHeld(
  held: Entries,
  declared: Declared,
  run: {
    readonly declaredElsewhere: Entries;
    readonly approvals: ReadonlySet<string>;
    readonly isApproved: (change: Plan) => boolean;
  },
): Guarded {
  const remove = byKind((kind) =>
    held[kind].difference(declared.entries[kind]).difference(run.declaredElsewhere[kind]),
  );
  const verdict = guardRemovals(countEntries(remove), countEntries(held), declared.removalLimit);
  if (verdict.outcome === "allowed") return { outcome: "allowed" };
  const change = { add: byKind((kind) => declared.entries[kind].difference(held[kind])), remove };
  if (run.isApproved(change)) return { outcome: "approved", change };
  return {
    outcome: "refused",
    reason:
      `${nameList(declared.appListId, undefined)}: this change ${verdict.reason}. Nothing was changed. ` +
      `${verdict.remedy} ${howToApprove(digestOf(declared, change), run.approvals)} ` +
      "(If entries move to another resource of the program, declare that one first.)",
  };
}
