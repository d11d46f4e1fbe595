import type { Simulator } from "../../../provider/simulator/index";
import type { UpOptions } from "../engine";
import type { StackResource } from "../oracle/entries";
import type { Command, Facts } from "../oracle/facts";
import type { Declared } from "../oracle/program";

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
