/**
 * The service, in memory, behind a real HTTP server on loopback: for tests and for trying things without an account.
 *
 * It is strict about what the service's description says and takes from `Behaviour` what the description leaves open.
 */
import { listen } from "./server";
import { type Controls, createSimulation, type SimulationOptions } from "./simulation";

export { type CredentialedAccount, defaultAccount, type KeyedAccount, type SimulatedAccount } from "./account";
export type { SimulatedList, StoredList } from "./app-list";
export { type Behaviour, type CampaignBehaviour, defaultBehaviour } from "./behaviour";
export type { SimulatedCampaign } from "./campaigns";
export type { Fault, FaultAnswer } from "./fault";
export type { JournalEntry } from "./journal";
export type { Action } from "./route";
export type { Controls, Edit, SimulationOptions } from "./simulation";

/** What a simulator starts with. */
export interface SimulatorOptions extends SimulationOptions {
  /** The port on 127.0.0.1. Default: 0, a free one. */
  readonly port?: number;
}

/** A running simulator of the service. */
export interface Simulator extends Controls {
  /** The base URL, `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Resets the connections of the requests that hang; those that come to hang later are left alone. */
  resetHanging(): void;
  /**
   * Ends all connections, as when the processes at their other ends are killed. It is fulfilled when whatever arrived by
   * them has had its effect: nothing of it comes later.
   */
  disconnect(): Promise<void>;
  /** Stops the simulator, with its open connections and hanging answers. Calling it again changes nothing. */
  close(): Promise<void>;
}

/**
 * Starts a simulator of the service; it accepts requests once the promise is fulfilled.
 *
 * @throws RangeError when the options name no account, an impossible list, or two lists with one id.
 * @throws Error when the port cannot be had.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { controls, receive } = createSimulation(options);
  const { url, resetHanging, disconnect, close } = await listen(receive, options.port ?? 0);
  // Not spread from `controls`: that would freeze the journal at its first value.
  return Object.assign(controls, { url, resetHanging, disconnect, close });
}
