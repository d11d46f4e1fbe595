import type { Engine, Stack } from "../engine";
import { programOf } from "../oracle/program";
import type { Driver, Step } from "./judged-stack";

/** Runs commands with the stand-in engine. */
export function standInDriver({ simulator, secrets }: Engine, stack: Stack): Driver {
  const start = ({ command, program = [], ...options }: Step): ReturnType<Stack["up"]> => {
    if (command === "refresh" || command === "destroy") return stack[command](options);
    return stack[command === "preview" ? command : "up"](programOf(program), options);
  };
  return {
    simulator,
    secrets,
    run: async (step) => {
      const ended = await start(step);
      const errors = ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [];
      const { printed } = stack;
      return { outcome: ended.outcome, errors, printed, output: [printed, ended] };
    },
    resources: async () =>
      stack
        .export()
        .map(({ name, inputs, state, isPendingDelete }) => ({ name, inputs, outputs: state, isPendingDelete })),
  };
}
