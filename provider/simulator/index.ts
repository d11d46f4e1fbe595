/**
 * The ad platform in memory, behind an HTTP server on loopback. It is for tests, and to try everything without an
 * account.
 *
 * It follows the description of the API strictly. `Behavior` decides all cases that the description leaves open.
 */
import "../common/require-node";
import { listen, type LoopbackServer } from "./server";
import { type Controls, createSimulation, type SimulatorOptions } from "./simulation";

export type { Clock } from "../common/clock";
export { type CredentialedAccount, defaultAccount, type KeyedAccount, type SimulatedAccount } from "./account";
export type { SimulatedList, StoredList } from "./app-list";
export { type Behavior, defaultBehavior, type Shown } from "./behavior";
export type { SimulatedCampaign } from "./campaigns";
export type { Fault, FaultAnswer } from "./fault";
export type { JournalEntry } from "./journal";
export type { SimulatedAction } from "./request";
export type { LoopbackServer } from "./server";
export type { Controls, Edit, SimulatorOptions } from "./simulation";

/** A running simulator. */
export type Simulator = Controls & LoopbackServer;

/**
 * Starts a simulator. It accepts requests as soon as the promise is fulfilled.
 *
 * @throws RangeError if there is no account, a list is not valid, or two lists have the same ID.
 * @throws Error if the port is not available.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { controls, receive } = createSimulation(options);
  // A spread of `controls` would copy the first value of the journal.
  return Object.assign(controls, await listen(receive, options.port ?? 0));
}
