import { leaksIn } from "../../harness/canaries";
import { claimsIn, listed, type EntrySet } from "../oracle/entries";
import { factsOf, type Facts } from "../oracle/facts";
import type { Ledger } from "../oracle/ledger";
import { judge, requireNone, violations, type Expectation } from "../oracle/oracle";
import type { Driver, Ended, Step } from "./driver";

/** What a test knows of a command besides its step. */
interface Circumstances extends Expectation {
  /** Whether the API refused to show a list. Default: by the status codes. */
  readonly isBlinded?: boolean;
  /** Runs the command in another way. */
  readonly run?: () => Promise<Ended>;
}

/** A stack, and what the oracle knows of it. */
export class JudgedStack {
  readonly #driver: Driver;
  readonly #appListIds: readonly number[];
  ledger: Ledger;

  constructor(driver: Driver, ledger: Ledger, appListIds: readonly number[]) {
    this.#driver = driver;
    this.ledger = ledger;
    this.#appListIds = appListIds;
  }

  /**
   * Runs a command.
   *
   * @throws Error if it breaks a law.
   */
  async run(step: Step, circumstances: Circumstances = {}): Promise<Facts> {
    const { simulator, secrets } = this.#driver;
    const { isBlinded, run = () => this.#driver.run(step) } = circumstances;
    const [before, claimsBefore] = [this.#listed(), claimsIn(await this.#driver.states())];
    simulator.clearJournal();
    const { output, ...ended } = await run();
    const states = await this.#driver.states();
    const facts = factsOf({
      ...step,
      ...ended,
      before,
      after: this.#listed(),
      requests: simulator.journal,
      claimsBefore,
      claims: claimsIn(states),
      ...(isBlinded !== undefined && { isBlinded }),
    });
    const { ledger, found } = judge(this.ledger, facts, circumstances);
    this.ledger = ledger;
    requireNone([...found, ...violations("no output has a secret", leaksIn([output, ...states], secrets()))]);
    return facts;
  }

  #listed(): EntrySet {
    return listed(this.#driver.simulator, this.#appListIds);
  }
}
