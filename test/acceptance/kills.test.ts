import { afterAll, describe, it } from "vitest";
import { moments, surviveKill, type Moment } from "../laws/kills/survive";
import { dynamicHost, hasAllHosts, oneOrAllHosts } from "../harness/hosts";

/**
 * Of all moments, those that differ most: each way to kill, operation and recovery. failures.test.ts has the one
 * Ctrl-C. `npm test` tries one, and `npm run lab -- kills` all.
 */
const sample: readonly Moment[] = [
  { kill: "everything", operation: "update", nth: 4, effect: "before", recovery: "up" },
  { kill: "the engine", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "the engine", operation: "destroy", nth: 3, effect: "before", recovery: "destroy" },
  { kill: "the provider", operation: "update", nth: 3, effect: "after", recovery: "up --refresh" },
  { kill: "the provider, by SIGTERM", operation: "update", nth: 4, effect: "after", recovery: "up" },
  { kill: "Ctrl-C twice", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "Ctrl-C twice", operation: "destroy", nth: 3, effect: "after", recovery: "up --refresh" },
];

/** Of the dynamic provider: its process survives the engine, and must not remove what the next command declares. */
const sampleOfDynamic: readonly Moment[] = [
  { kill: "the engine", operation: "destroy", nth: 1, effect: "after", recovery: "up --refresh" },
  { kill: "everything", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "the engine", operation: "update", nth: 4, effect: "after", recovery: "up" },
];

/** Set by `npm run lab -- kills`. */
const isAll = process.env["KILLS"] === "all";

describe.each(oneOrAllHosts(dynamicHost))("after a kill, the commands follow the laws, with $name:", (host) => {
  const different = host === dynamicHost ? sampleOfDynamic : sample;
  const some = hasAllHosts ? different : different.slice(0, 1);
  const counts = { tried: 0, survived: 0 };
  afterAll(() => {
    process.stdout.write(`${host.name}: ${counts.survived} kills survived of ${counts.tried} tried\n`);
  });
  const each = isAll ? it.concurrent : it;
  each.each(isAll ? moments : some)(
    "$kill, $effect request $nth of $operation took effect, then $recovery",
    async (moment) => {
      counts.tried += 1;
      await surviveKill(moment, host);
      counts.survived += 1;
    },
  );
});
