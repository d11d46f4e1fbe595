import { expect, it } from "vitest";
import { readLine } from "../../provider/hosts/plugin/engine-log";

it.each([
  ["warning: the list is short", "the list is short"],
  [
    'app list 4321 "a: warning: \\" b": warning: it no longer exists',
    'app list 4321 "a: warning: \\" b": it no longer exists',
  ],
  ["app-list: warning: nothing is shared", "app-list: nothing is shared"],
  ["app list 4321: warning: two\nlines", "app list 4321: two\nlines"],
])("a warning of the engine: %j", (line, message) => {
  expect(readLine(line)).toEqual({ isWarning: true, message });
});

it.each([
  'app list 4321 "Blocked": adopted 1 app bundle ("x: warning: y") already in the list.',
  'app list 4321 "Blocked: warning: all": removed 1 app bundle ("com.a").',
  "app-list: the next request waits 5 s",
])("a line of the engine as it is: %j", (message) => {
  expect(readLine(message)).toEqual({ isWarning: false, message });
});
