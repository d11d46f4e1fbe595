import { reservedAppBundlePrefix } from "../../../provider/list/entry";
import type { JournalEntry } from "../../../provider/simulator/index";
import { addressOf, listOf, nameOf, namedBy, requestedList, type Entry, type ResourceFacts } from "./entries";
import type { Facts } from "./facts";
import { violations } from "./violations";

/** What may become of the entries with which a list is read. */
export function judgeSentinels(facts: Facts): readonly string[] {
  const { command, outcome, errors, printed = [], requests, sentinelsBefore, sentinels, resources } = facts;
  const isNamed = (entry: Entry): boolean => [...printed, ...errors].some((text) => text.includes(nameOf(entry)));
  const writes = requests.filter(
    (request) => request.status === 200 && request.fault === undefined && namedBy(request).length > 0,
  );
  const written = new Set(writes.map(requestedList));
  // The removal of one may fail: then it is named.
  const left = [...sentinels].filter(
    (entry) => !isNamed(entry) && (!sentinelsBefore.has(entry) || (outcome === "done" && written.has(listOf(entry)))),
  );
  const shown = printed.filter((line) => {
    const { text = "" } = readNotice(line) ?? {};
    return /^(?:drift|plan): /u.test(text) || / (?:adopted|kept|left|removed) /u.test(line);
  });
  // A delete may have to find out an outcome by a sentinel; a refresh only reads.
  const adds = requests
    .filter((request) => request.action === "add" && (command === "refresh" || namedBy(request).length > 0))
    .map(({ entries }) => JSON.stringify(entries));
  const ofResources = resources.flatMap(({ managed, declared }) => [...managed, ...declared]);
  return violations({
    "a sentinel is removed again": outcome === "killed" ? [] : left,
    "a sentinel is no entry of a resource": [...shown, ...ofResources].filter((each) =>
      each.includes(reservedAppBundlePrefix),
    ),
    "only creates and updates add": command === "up" ? [] : adds,
  });
}

/** No response proves that a list does not exist, and no other list is requested to find that out. */
export function judgeExistence(facts: Facts): readonly string[] {
  const { command, outcome, requests, program, existing, resourcesBefore, resources, printed } = facts;
  const isKept = (name: string): boolean => resources.some((each) => each.name === name);
  const dropped = resourcesBefore.filter(({ name }) => command === "refresh" && !isKept(name));
  const named = new Set([
    ...[...existing, ...[...resourcesBefore, ...resources].map(({ list }) => list)].map((list) => addressOf(list)[0]),
    ...program.map(({ appListId }) => appListId),
  ]);
  const isNamed = ({ action, path }: JournalEntry): boolean =>
    action === "token" || named.has(Number(/^\/v1\/app_list\/(\d+)(?:\/(?:add|remove))?$/u.exec(path)?.[1]));
  const answered = new Set(requests.filter(({ status }) => status === 200).map(requestedList));
  const isReported = ({ list }: ResourceFacts): boolean =>
    printed === undefined ||
    printed.some((line) => {
      const { text, appListId } = readNotice(line) ?? {};
      return (
        text?.startsWith("not verified: ") === true &&
        text.endsWith(" Drift is not known.") &&
        appListId === addressOf(list)[0]
      );
    });
  const isRefreshed = command === "refresh" && outcome === "done";
  const unread = resourcesBefore.filter(({ list }) => isRefreshed && !answered.has(list));
  const unnamed = requests.filter((request) => !isNamed(request));
  return violations({
    "a refresh reports a list that it could not read": unread.flatMap((each) => (isReported(each) ? [] : each.name)),
    "a refresh keeps every resource": dropped.map(({ name }) => name),
    "no request is about a list or a path that nobody named": unnamed.map(({ path }) => path),
  });
}

/** A line that the provider prints about a list. */
function readNotice(line: string): { readonly appListId: number; readonly text: string } | undefined {
  const [, id, text] = /^app list (\d{1,15})(?: "(?:[^"\\]|\\.)*")?: (.*)$/su.exec(line) ?? [];
  return id === undefined || text === undefined ? undefined : { appListId: Number(id), text };
}
