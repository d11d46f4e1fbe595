import { expect, it } from "vitest";
import { nameOfUrn, parseUrn } from "../../provider/common/engine-texts";

it.each([
  ["urn:pulumi:dev::p::a:b:C::x", { stack: "dev", project: "p", type: "a:b:C", name: "x" }],
  [
    "urn:pulumi:org/dev::p::m:a:A$m:b:B$a:b:C::x::y$z",
    { stack: "org/dev", project: "p", type: "a:b:C", name: "x::y$z" },
  ],
  ["urn:pulumi:dev::p::a:b:C", undefined],
  ["urn:other:dev::p::a:b:C::x", undefined],
])("a URN has a type without those of its parents, and a name that can contain anything: %s", (urn, parts) => {
  expect([parseUrn(urn), nameOfUrn(urn)]).toEqual([parts, parts?.name ?? urn]);
});
