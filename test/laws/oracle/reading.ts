import { reservedAppBundlePrefix } from "../../../provider/list/entry";
import { parseNotice } from "../../../provider/resource/notices";
import { listOf, nameOf, namedBy, requestedList, type Entry } from "./entries";
import type { Facts } from "./facts";
import { violations, type Law, type Violation } from "./violations";

/** What may become of the entries with which a list is read. */
export function judgeSentinels(facts: Facts): readonly Violation[] {
  const { command, outcome, errors, printed = [], requests, sentinelsBefore, sentinels, resources } = facts;
  const isNamed = (entry: Entry): boolean => [...printed, ...errors].some((text) => text.includes(nameOf(entry)));
  const written = new Set(
    requests.flatMap((request) => {
      const { status, fault } = request;
      const list = requestedList(request);
      const isWrite = status === 200 && fault === undefined && namedBy(request).length > 0;
      return isWrite && list !== undefined ? [list] : [];
    }),
  );
  const left = [...sentinels].filter((entry) =>
    sentinelsBefore.has(entry) ? outcome === "done" && written.has(listOf(entry)) : !isNamed(entry),
  );
  const shown = printed.filter((line) => {
    const topic = parseNotice(line)?.topic;
    return topic === "drift" || topic === "change" || / (?:adopted|kept|removed) /u.test(line);
  });
  // A delete may have to find out an outcome by a sentinel; a refresh only reads.
  const adds = requests
    .filter((request) => request.action === "add" && (command === "refresh" || namedBy(request).length > 0))
    .map(({ entries }) => JSON.stringify(entries));
  return [
    ...violations("a sentinel is removed again", outcome === "killed" ? [] : left),
    ...violations(
      "a sentinel is no entry of a resource",
      [...shown, ...resources.flatMap(({ managed, declared }) => [...managed, ...declared])].filter((each) =>
        each.includes(reservedAppBundlePrefix),
      ),
    ),
    ...violations("only creates and updates add", command === "up" ? [] : adds),
  ];
}

/** A response that a list does not exist is no proof. */
export function judgeExistence({
  command,
  printed = [],
  existing,
  resourcesBefore,
  resources,
}: Facts): readonly Violation[] {
  const law: Law = "a list that exists is not reported as gone";
  const kept = new Set(resources.map(({ name }) => name));
  return [
    ...violations(
      law,
      printed.filter((line) => / no longer exists/u.test(line) && existing.has(String(parseNotice(line)?.appListId))),
    ),
    ...violations(
      law,
      command !== "refresh"
        ? []
        : resourcesBefore
            .filter(({ name, list }) => existing.has(list) && !kept.has(name))
            .map(({ name }) => `the resource ${name}`),
    ),
  ];
}
