import type { Behaviour, Fault, FaultAnswer } from "../../../provider/simulator/index";

/** What an API refuses during a whole command. */
export interface Refusal {
  readonly name: string;
  /** Every request of one action. */
  readonly faults?: readonly Fault[];
  /** Some entries. */
  readonly behaviour?: Partial<Behaviour>;
}

/** The answers, by name: with the statuses that are about entries, and with another one and a body in JSON. */
const refusingAnswers: Readonly<Record<string, Extract<FaultAnswer, { readonly kind: "status" }>>> = {
  "400": { kind: "status", status: 400 },
  "409": { kind: "status", status: 409 },
  "410": { kind: "status", status: 410 },
  "422": { kind: "status", status: 422 },
  "418 in JSON": { kind: "status", status: 418, body: "{}" },
};

/** Entries of which every operation adds or removes one, in kinds that are shown and in one that may not be. */
const added = ["com.own.a", "com.own.c"];
const removed = ["com.own.a"];
const website = ["own.example", "new.example"];

/** Refusals of every addition, of every removal (also of the probe), and of some entries with or without an effect. */
export const refusals: readonly Refusal[] = Object.entries(refusingAnswers).flatMap(([name, answer]) => {
  const { status } = answer;
  const statuses = { present: status, absent: status, refused: status };
  const some: Readonly<Record<string, Partial<Behaviour>>> = {
    "what is there": { addPresent: "error" },
    "what is absent": { removeAbsent: "error" },
    "what is there or absent": { addPresent: "error", removeAbsent: "error" },
    "one entry to add": { refused: new Set(added) },
    "one entry to remove": { removalRefused: new Set(removed) },
    "one website": { refused: new Set(website), removalRefused: new Set(website) },
    "one entry, and adds the others": { refused: new Set(added), addPresent: "error", refusalEffect: "others" },
    "one entry, and removes the others": {
      removalRefused: new Set(removed),
      removeAbsent: "error",
      refusalEffect: "others",
    },
  };
  return [
    ...(["add", "remove"] as const).map((action): Refusal => ({
      name: `${name} to every ${action}`,
      faults: [{ on: { action }, effect: "before", answer }],
    })),
    ...Object.entries(some).map(([what, behaviour]): Refusal => ({
      name: `${name} to ${what}`,
      behaviour: { ...behaviour, statuses },
    })),
  ];
});
