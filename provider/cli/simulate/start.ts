import { AppListError } from "../../common/error";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../simulator/index";

/** The simulator cannot be started. */
class SimulatorNotStartedError extends AppListError {
  readonly code = "SIMULATOR_NOT_STARTED";
}

/**
 * Starts a simulator.
 *
 * @throws {SimulatorNotStartedError} where the port cannot be had, or two lists have one id.
 */
export async function start(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new SimulatorNotStartedError(cause.message, { cause });
  }
}
