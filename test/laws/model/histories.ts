import fc from "fast-check";
import { kinds } from "../../../provider/list/kinds";
import { startEngine } from "../engine";
import type { Host } from "../hosts/host";
import { Books } from "./books";
import { anyCommand, type Counts, type Expected } from "./commands";
import {
  describeService,
  listsOf,
  hasShortTokens,
  removableKinds,
  service,
  settingsOf,
  visibleKinds,
  type Service,
} from "./service";

/** The most commands of one history. */
const maxCommands = 16;

/**
 * The law: whatever two stacks, others, the network and the service do, entries of others stay, no state claims what is
 * not there, and what is reported as done is so.
 *
 * @param counts what was tried is counted there.
 */
export function anyHistory(host: Host, counts: Counts): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(
    service.map(printable),
    fc.commands(anyCommand(), { maxCommands, size: "max" }),
    async (service, commands) => {
      counts.histories += 1;
      const { behaviour, observe } = service;
      const engine = await startEngine(host, { lists: listsOf(service), behaviour });
      try {
        const stacks = observe.map((how) => engine.stack(settingsOf(how)));
        const expected = observe.map((how) => expectedOf(service, how));
        await fc.asyncModelRun(() => ({ model: { stacks: expected }, real: { engine, stacks, counts } }), commands);
      } finally {
        await engine.close();
      }
    },
  );
}

/** What is expected of a stack that looks at lists in a certain way. */
function expectedOf(service: Service, observe: Service["observe"][number]): Expected {
  const visible = visibleKinds(service, observe);
  const seesAll = visible.size === kinds.length;
  const { addPresent, removeAbsent, removedCopies } = service.behaviour;
  const excuses = [
    "would remove .* more than the limit",
    "exclusive needs to see the list",
    // Nobody can tell then that an entry is there already, and not refused for what it is…
    ...(!seesAll && addPresent === "error" ? ["the API refused to add"] : []),
    // …nor that it is gone already, where the service may not be asked how it refuses that.
    ...(observe === "off" && removeAbsent === "error" ? ["the API refused to remove"] : []),
    // What is added without a look makes copies, more than one command takes away one by one.
    ...(!seesAll && addPresent === "duplicate" && removedCopies === "first" ? ["success but kept"] : []),
  ];
  return {
    books: new Books(visible, removableKinds(service)),
    canRecover: seesAll && !hasShortTokens(service),
    excuse: new RegExp(excuses.join("|"), "u"),
  };
}

/** Nothing was tried yet. */
export function noCounts(): Counts {
  return { histories: 0, done: 0, failed: 0, killed: 0, requests: 0, mostRequests: 0 };
}

/** What was tried, as one line. */
export function describeCounts(counts: Counts): string {
  const { histories, done, failed, killed, requests, mostRequests } = counts;
  return (
    `${histories} histories: ${done} commands done, ${failed} failed, ${killed} killed; ` +
    `${requests} requests, ${mostRequests} at most in one command`
  );
}

function printable(service: Service): Service & { toString(): string } {
  return { ...service, toString: () => describeService(service) };
}
