import { Journal } from "../sharing/journal";
import type { Numbered, TurnBoard } from "../sharing/turns";
import { digest } from "../sharing/private-folder";
import { printRecord, recordSchema, type RunRecord } from "./run-records";

/** How the processes of a run find each other. */
export interface SharingOptions {
  /** The address of the engine that runs this process. Default: no other process has a part in the run. */
  readonly engineAddress?: string | undefined;
  /** The folder of temporary files. Default: that of the system. */
  readonly temporaryFolder?: string | undefined;
}

/** The records that the processes of one run share. Without an engine, and if files cannot be shared, this process is alone. */
export class Sharing {
  readonly #options: SharingOptions;
  readonly #print: (line: string) => void;
  readonly #receive: (record: RunRecord) => void;
  /** For each list, the numbers of the processes in its queue. */
  readonly #turns = new Map<string, Map<string, number>>();
  #journal: Journal | undefined;
  #isOff: boolean;

  /**
   * @param print prints a line if nothing can be shared.
   * @param receive receives the records of the other processes.
   */
  constructor(options: SharingOptions, print: (line: string) => void, receive: (record: RunRecord) => void) {
    this.#options = options;
    this.#print = print;
    this.#receive = receive;
    this.#isOff = options.engineAddress === undefined;
  }

  /** Whether other processes can have a part in the run. */
  get isOn(): boolean {
    return !this.#isOff;
  }

  /** Shares a record with the other processes, before they make a later decision. */
  write(record: RunRecord): void {
    this.#attempt((journal) => journal.write(printRecord(record)));
  }

  /** Receives the records of the other processes. */
  read(): void {
    this.#attempt((journal) => {
      for (const { author, record } of journal.read()) this.#process(author, recordSchema.parse(record));
    });
  }

  /** The queue for a list. */
  board(): TurnBoard | undefined {
    return this.#attempt(({ author }) => ({
      author,
      show: (key, number) => this.write({ record: "turn", list: digest(key), number }),
      others: (key) => this.#othersInTurn(digest(key)),
    }));
  }

  /** Identifies a resource that the host does not name. */
  identify(index: number): string {
    return `${this.#attempt(({ author }) => author) ?? ""} ${index}`;
  }

  /** Ends the part of this process. */
  end(): void {
    this.#isOff = true;
    this.#journal?.end();
    this.#journal = undefined;
  }

  #process(author: string, record: RunRecord): void {
    if (record.record !== "turn") {
      this.#receive(record);
      return;
    }
    const turns = this.#turns.get(record.list) ?? new Map<string, number>();
    this.#turns.set(record.list, turns.set(author, record.number));
  }

  #othersInTurn(list: string): readonly Numbered[] {
    this.read();
    return [...(this.#turns.get(list) ?? [])]
      .filter(([author]) => this.#journal?.takesPart(author))
      .map(([author, number]) => ({ author, number }));
  }

  /** Does something with the shared files. If that fails, this process continues alone. */
  #attempt<Result>(act: (journal: Journal) => Result): Result | undefined {
    const { engineAddress, temporaryFolder } = this.#options;
    if (this.#isOff || engineAddress === undefined) return undefined;
    try {
      this.#journal ??= new Journal(engineAddress, temporaryFolder);
      return act(this.#journal);
    } catch (error) {
      this.end();
      const reason = error instanceof Error ? error.message : String(error);
      this.#print(
        `app-list: warning: nothing can be shared with other processes of this run: ${reason}. If the program has ` +
          "resources with different provider resources, or of the dynamic provider and the plugin, they can remove " +
          "each other's entries. Set TMPDIR to a folder that only you can write.",
      );
      return undefined;
    }
  }
}
