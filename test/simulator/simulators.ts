import { onTestFinished } from "vitest";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../provider/simulator/index";
import { listen } from "../../provider/simulator/server";
import { createSimulation } from "../../provider/simulator/simulation";
import { throughGateway, type GatewayTimeout } from "./gateway";

const usual: SimulatorOptions = { lists: [{ id: 1, name: "brand-safety" }] };

/** A simulator that is stopped after the test; by default it has an empty list 1. */
export async function simulatorForTest(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ ...usual, ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** As simulatorForTest, behind a gateway. */
export async function simulatorBehindGateway(options: SimulatorOptions, timeout?: GatewayTimeout): Promise<Simulator> {
  const { controls, receive } = createSimulation({ ...usual, ...options });
  const server = await listen(throughGateway(receive, timeout), 0);
  onTestFinished(() => server.close());
  return Object.assign(controls, server);
}
