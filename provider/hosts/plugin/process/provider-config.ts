import { isDeepStrictEqual } from "node:util";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { settingsWithSecrets } from "../../../settings/keys";
import { decode, encode } from "./values";

/** Checks the inputs of a provider resource: nothing is refused, and its secrets are encrypted in the state. */
export function checkConfig(news: Struct | undefined): Struct {
  const { values, unknown, secret } = decode(news);
  return encode(values, {
    unknown,
    secret: new Set([...secret, ...settingsWithSecrets.filter((key) => Object.hasOwn(values, key))]),
  });
}

/** The names of the inputs of a provider resource that differ, also those that a preview does not know yet. */
export function diffConfig(olds: Struct | undefined, news: Struct | undefined): readonly string[] {
  const [before, after] = [decode(olds), decode(news)];
  const names = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  return [...names].filter(
    (name) => after.unknown.has(name) || !isDeepStrictEqual(before.values[name], after.values[name]),
  );
}
