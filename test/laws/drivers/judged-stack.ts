import type { Simulator } from "../../../provider/simulator/index";
import { leaksIn } from "../../harness/canaries";
import type { UpOptions } from "../engine";
import { claimsIn, listsNow, resourceFacts, type ListKey, type StackResource } from "../oracle/entries";
import { factsOf, listFacts, type Command, type Facts } from "../oracle/facts";
import type { Ledger } from "../oracle/ledger";
import { judge, type Expectation } from "../oracle/oracle";
import type { Declared } from "../oracle/program";
import { requireNone, violations } from "../oracle/violations";

/** One command of a stack. */
export interface Step extends UpOptions {
  readonly command: Command;
  /** Of an up, a preview or a no-op. */
  readonly program?: readonly Declared[];
}

/** The end of a command. */
export interface Ended extends Pick<Facts, "outcome" | "errors" | "printed"> {
  /** Everything that the command left behind, to search it for secrets. */
  readonly output: unknown;
}

/** Runs the commands of one stack, with the stand-in engine or with a real one. */
export interface Driver {
  readonly simulator: Simulator;
  run(step: Step): Promise<Ended>;
  /** All resources in the state. */
  resources(): Promise<readonly StackResource[]>;
  /** The secrets and tokens of the stack. */
  secrets(): readonly string[];
}

/** What a test knows of a command besides its step. */
interface Circumstances extends Expectation {
  readonly isBlinded?: boolean;
  /** Runs the command in another way. */
  readonly run?: () => Promise<Ended>;
}

/** A stack, and what the oracle knows of it. */
export class JudgedStack {
  readonly #driver: Driver;
  readonly #lists: readonly ListKey[];
  ledger: Ledger;

  constructor(driver: Driver, ledger: Ledger, lists: readonly ListKey[]) {
    this.#driver = driver;
    this.ledger = ledger;
    this.#lists = lists;
  }

  /**
   * Runs a command.
   *
   * @throws Error if it breaks a law.
   */
  async run(step: Step, circumstances: Circumstances = {}): Promise<Facts> {
    const { simulator, secrets } = this.#driver;
    const { isBlinded, run = () => this.#driver.run(step) } = circumstances;
    const { program = [], refresh = false, inSequence = false } = step;
    const [before, resourcesBefore] = [listsNow(simulator, this.#lists), await this.#driver.resources()];
    simulator.clearJournal();
    const { output, ...ended } = await run();
    const resources = await this.#driver.resources();
    const observed = {
      command: step.command,
      program,
      refresh,
      inSequence,
      isCanceled: step.cancel !== undefined,
      ...ended,
      ...listFacts(before, listsNow(simulator, this.#lists)),
      requests: simulator.journal,
      claimsBefore: claimsIn(resourcesBefore),
      claims: claimsIn(resources),
      resourcesBefore: resourceFacts(resourcesBefore),
      resources: resourceFacts(resources),
    };
    const facts = factsOf(observed, isBlinded);
    const { ledger, found } = judge(this.ledger, facts, circumstances);
    this.ledger = ledger;
    requireNone([...found, ...violations({ "no output has a secret": leaksIn([output, ...resources], secrets()) })]);
    return facts;
  }
}
