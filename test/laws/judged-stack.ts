import { leaksIn } from "../harness/canaries";
import type { Ended, Engine, Stack, UpOptions } from "./engine";
import type { Properties } from "./hosts/host";
import { claimsIn, listed, type Claims } from "./oracle/entries";
import { factsOf, type Command, type Facts } from "./oracle/facts";
import type { Ledger } from "./oracle/ledger";
import { judge, requireNone, violations, type Expectation } from "./oracle/oracle";
import { programOf, type Declared } from "./oracle/program";

/** One command of a stack. */
export interface Step extends UpOptions {
  readonly command: Command;
  /** Of an up, a preview or a no-op. */
  readonly program?: readonly Declared[];
}

/** A stack of the stand-in engine, and what the oracle knows of it. */
export class JudgedStack {
  readonly stack: Stack;
  readonly #engine: Engine;
  readonly #appListIds: readonly number[];
  ledger: Ledger;

  constructor(engine: Engine, stack: Stack, ledger: Ledger, appListIds: readonly number[]) {
    this.#engine = engine;
    this.stack = stack;
    this.ledger = ledger;
    this.#appListIds = appListIds;
  }

  /** Runs a command; fails if it breaks a law. */
  async run(
    step: Step,
    expectation: Expectation = {},
    isBlinded?: (requests: Facts["requests"]) => boolean,
  ): Promise<Facts> {
    const { simulator } = this.#engine;
    const { command, program = [], refresh = false, inSequence = false } = step;
    const [before, claimsBefore] = [this.#listed(), this.#claims()];
    simulator.clearJournal();
    const ended = await this.#start(step);
    const requests = simulator.journal;
    const facts = factsOf({
      command,
      outcome: ended.outcome,
      errors: ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [],
      program,
      refresh,
      inSequence,
      before,
      after: this.#listed(),
      requests,
      claimsBefore,
      claims: this.#claims(),
      printed: this.stack.printed,
      ...(isBlinded && { isBlinded: isBlinded(requests) }),
    });
    const judged = judge(this.ledger, facts, expectation);
    this.ledger = judged.ledger;
    const leaks = leaksIn([this.stack.printed, ended, ...this.states()], this.#engine.secrets());
    const found = [...judged.found, ...violations("no output has a secret", leaks)];
    requireNone(found);
    return facts;
  }

  #start({ command, program = [], ...options }: Step): Promise<Ended> {
    switch (command) {
      case "up":
      case "no-op":
        return this.stack.up(programOf(program), options);
      case "preview":
        return this.stack.preview(programOf(program), options);
      case "refresh":
        return this.stack.refresh(options);
      case "destroy":
        return this.stack.destroy(options);
    }
  }

  #listed(): Facts["after"] {
    return listed(this.#engine.simulator, this.#appListIds);
  }

  #claims(): Claims {
    return claimsIn(this.states());
  }

  /** The outputs of all resources. */
  states(): readonly Properties[] {
    return this.stack.names().flatMap((name) => {
      const state = this.stack.state(name);
      return state === undefined ? [] : [state];
    });
  }
}
