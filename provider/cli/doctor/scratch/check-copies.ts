import { copiesOf } from "./seen-list";
import type { ScratchList } from "./scratch-list";
import type { Finding } from "../finding";

/** Adds what is there already, and the same entry twice in one request. The provider does neither; others may. */
export async function checkCopies(scratch: ScratchList): Promise<readonly Finding[]> {
  const entry = scratch.entries.one("appBundles", "A");
  const first = await scratch.add({ appBundles: [scratch.entries.one("appBundles", "B")] });
  if (first.outcome === "refused") return [];
  const stored = storedForm(scratch, "B");
  if (stored === undefined) {
    return [{ check: "addPresent", verdict: "notVerified", says: `Of ${entry} it is not shown how it is stored.` }];
  }
  return [await addPresent(scratch, stored), await addTwice(scratch)];
}

function storedForm(scratch: ScratchList, label: string): string | undefined {
  const entry = scratch.entries.one("appBundles", label);
  return scratch.latest?.entries.appBundles?.find((one) => one === entry || one === entry.toLowerCase());
}

async function addPresent(scratch: ScratchList, stored: string): Promise<Finding> {
  const check = "addPresent";
  const again = await scratch.add({ appBundles: [stored] });
  if (again.outcome === "refused") {
    const says = `Adding an entry that is there is refused (status ${again.status}); only what is missing is sent.`;
    return { check, verdict: "fine", says };
  }
  if (copiesOf(again.list, "appBundles", stored) === 1) {
    return { check, verdict: "fine", says: "Adding an entry that is there changes nothing." };
  }
  const removal = await scratch.remove({ appBundles: [stored] });
  const isAll = removal.outcome === "shown" && copiesOf(removal.list, "appBundles", stored) === 0;
  const copies = isAll ? "one removal takes all copies" : "a removal takes one copy, and is sent again for the others";
  return {
    check,
    verdict: "fine",
    says: `Adding an entry that is there puts it in once more; ${copies}. Only what is missing is sent.`,
  };
}

async function addTwice(scratch: ScratchList): Promise<Finding> {
  const check = "addTwice";
  const entry = scratch.entries.one("appBundles", "C");
  const reply = await scratch.add({ appBundles: [entry, entry] });
  if (reply.outcome === "refused") {
    return { check, verdict: "fine", says: `A request that names an entry twice is refused (status ${reply.status}).` };
  }
  const stored = storedForm(scratch, "C");
  const copies = stored === undefined ? 0 : copiesOf(reply.list, "appBundles", stored);
  const says =
    copies === 1
      ? "An entry that a request names twice is added once."
      : `An entry that a request names twice is added ${copies ?? 0} times; no request of the provider does that.`;
  return { check, verdict: "fine", says };
}
