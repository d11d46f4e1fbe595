import { onTestFinished } from "vitest";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../provider/simulator/index";

/** A simulator that is stopped after the test; by default it has an empty list 1. */
export async function simulatorForTest(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ lists: [{ id: 1, name: "brand-safety" }], ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}
