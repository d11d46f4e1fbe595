import type { Kind } from "../../../provider/list/kinds";
import type { Ended } from "../engine";
import { declarersOf, placesOf, surelyRegistered, type Declared } from "./declared";
import { appListOf, kindOf, type Place } from "./places";

/** What one command of a stack did, as it is seen from outside. */
export interface Happened {
  readonly outcome: Ended["outcome"];
  /** All that stood in the lists before. */
  readonly before: ReadonlySet<Place>;
  /** All that stands in them now. */
  readonly after: ReadonlySet<Place>;
  /** The lists about which a request was answered with success. */
  readonly answered: ReadonlySet<number>;
  /**
   * What a request may have added although it stood there before and stands there now: its answer was lost, or its
   * removal was asked for first.
   */
  readonly mayBeAdded: ReadonlySet<Place>;
  /** Whether the service refused a look at a list, so that the provider has to go on without having seen it. */
  readonly isBlinded: boolean;
}

/** How an up was run. */
export interface UpCircumstances {
  readonly refresh: boolean;
  readonly inSequence: boolean;
}

/**
 * What one stack may do to the lists and what it has to do, by what it was told to declare and by who put which entry
 * where. It knows nothing of the provider's code.
 *
 * Each method takes in what a command has done, and says what is wrong with it.
 */
export class Books {
  /** What was declared last. */
  program: Declared = [];
  /** What was declared before that. */
  formerProgram: Declared = [];
  /** The kinds of entries that the stack gets to see before it changes anything. */
  readonly #visible: ReadonlySet<Kind>;
  /** The kinds of entries of which every copy goes with a removal. */
  readonly #removable: ReadonlySet<Kind>;
  /** All that this stack has put into a list, or claimed, and not let go of: what a destroy may remove. */
  #own = new Set<Place>();
  /** Those of them that are without a doubt its own, each with the resource that added it: what a destroy has to remove. */
  #surelyOwn = new Map<Place, string>();
  /** All that a resource may hold, by its name. */
  #everDeclared = new Map<string, ReadonlySet<Place>>();
  /** What has gone from a list without this stack noticing. */
  #goneUnseen = new Set<Place>();

  constructor(visible: ReadonlySet<Kind>, removable: ReadonlySet<Kind>) {
    this.#visible = visible;
    this.#removable = removable;
  }

  /** Takes in an up. */
  up(declared: Declared, { refresh, inSequence }: UpCircumstances, happened: Happened): readonly string[] {
    const { outcome, before, after } = happened;
    const [gone, come] = [before.difference(after), after.difference(before)];
    if (declared !== this.program) this.formerProgram = this.program;
    this.program = declared;
    const declarers = declarersOf(declared);
    const known = outcome === "done" ? declarers : surelyRegistered(declared, inSequence);
    const mayRemove = (place: Place): boolean =>
      known.has(place)
        ? false
        : this.#own.has(place) || this.#isDropped(place, declared) || isExclusive(place, declared);
    const problems = [
      ...named(come.difference(declarers), "was added and is not declared"),
      ...named(
        [...gone].filter((place) => !mayRemove(place)),
        "was removed and was not the stack's to remove",
      ),
    ];
    if (outcome === "killed") this.#missed(gone);
    // The engine keeps the state of a deletion that failed as it was.
    if (outcome === "failed") {
      this.#missed([...gone].filter((place) => !this.#isDropped(place, declared) || this.#isHeldTwice(place)));
    }
    if (outcome === "done") {
      this.#lookAt(happened, declared, refresh);
      problems.push(
        ...named(
          new Set(declarers.keys()).difference(after).difference(this.#goneUnseen),
          "is declared and is not in the list after an up that is done",
        ),
        ...named(
          new Set(this.#surelyOwn.keys()).intersection(after).difference(declarers),
          "was added by this stack, is not declared, and is in the list after an up that is done",
        ),
      );
      if (refresh && !happened.isBlinded) {
        const shown = [...after].filter((place) => this.#visible.has(kindOf(place)));
        problems.push(
          ...named(
            shown.filter((place) => isExclusive(place, declared) && !declarers.has(place)),
            "is in an exclusive list and is not declared, after an up --refresh that is done",
          ),
        );
      }
    }
    this.#learn(declared, inSequence, happened);
    return problems;
  }

  /** Takes in a refresh, or anything else that must not change a list. */
  refresh({ outcome, before, after, isBlinded }: Happened): readonly string[] {
    if (outcome === "done" && !isBlinded) this.#see(after, () => true);
    return named(before.symmetricDifference(after), "was added or removed by a command that only looks");
  }

  /** Takes in a destroy. */
  destroy({ outcome, before, after }: Happened): readonly string[] {
    const [gone, come] = [before.difference(after), after.difference(before)];
    const problems = [
      ...named(come, "was added by a destroy"),
      ...named(gone.difference(this.#own), "was removed by a destroy and was not put there by this stack"),
    ];
    if (outcome !== "done") this.#missed(gone);
    if (outcome === "done") {
      const left = new Set(this.#surelyOwn.keys()).intersection(after);
      problems.push(...named(left, "was added by this stack and is in the list after a destroy that is done"));
      this.program = [];
      this.#own = new Set();
      this.#surelyOwn = new Map();
      this.#everDeclared = new Map();
      this.#goneUnseen = new Set();
    }
    this.#dropGone(after);
    return problems;
  }

  /** Says what a state claims wrongly. */
  judgeClaims(claimed: ReadonlySet<Place>, present: ReadonlySet<Place>): readonly string[] {
    return named(claimed.difference(present).difference(this.#goneUnseen), "is in the state and not in the list");
  }

  /** Takes in what others did: somebody by hand, or another stack. */
  othersDid(before: ReadonlySet<Place>, after: ReadonlySet<Place>): void {
    this.#missed(before.difference(after));
    this.#dropGone(after);
  }

  /** Takes in that a resource has another name from now on. */
  rename(name: string, newName: string): void {
    this.#surelyOwn = new Map(
      Array.from(this.#surelyOwn, ([place, owner]) => [place, owner === name ? newName : owner]),
    );
    const ever = this.#everDeclared.get(name);
    if (ever !== undefined) this.#everDeclared.set(newName, ever);
    this.#everDeclared.delete(name);
  }

  /** Something has gone, and the state does not say so. */
  #missed(gone: Iterable<Place>): void {
    this.#goneUnseen = this.#goneUnseen.union(new Set(gone));
  }

  /** Whether a resource that stays has declared the place: dropping its line removes the entry, whoever put it there. */
  #isDropped(place: Place, declared: Declared): boolean {
    return declared.some(
      ({ name, appListId }) => appListId === appListOf(place) && this.#everDeclared.get(name)?.has(place) === true,
    );
  }

  /** Whether more than one resource may hold the place: the state of the one does not tell what the other has removed. */
  #isHeldTwice(place: Place): boolean {
    return [...this.#everDeclared.values()].filter((places) => places.has(place)).length > 1;
  }

  /** What an up got to see that is done: all with a refresh, else the list of an only resource, where it had to look. */
  #lookAt({ after, answered, isBlinded }: Happened, declared: Declared, refresh: boolean): void {
    if (isBlinded) return;
    const names = new Set([...this.#everDeclared.keys(), ...declared.map(({ name }) => name)]);
    this.#see(after, (appListId) => refresh || (names.size === 1 && answered.has(appListId)));
  }

  #see(present: ReadonlySet<Place>, isSeen: (appListId: number) => boolean): void {
    const isShown = (place: Place): boolean => this.#visible.has(kindOf(place)) && isSeen(appListOf(place));
    this.#goneUnseen = new Set([...this.#goneUnseen].filter((place) => !isShown(place)));
    this.#own = new Set([...this.#own].filter((place) => present.has(place) || !isShown(place)));
  }

  #learn(declared: Declared, inSequence: boolean, happened: Happened): void {
    const { outcome, before, after, mayBeAdded, isBlinded } = happened;
    const declarers = declarersOf(declared);
    const come = after.difference(before);
    const claimed = new Set(declared.filter(({ claimExisting }) => claimExisting).flatMap(placesOf));
    this.#own = this.#own
      .union(come)
      .union(mayBeAdded)
      .union(claimed.intersection(before.union(after)));
    this.#move(declared, inSequence, outcome);
    for (const place of come) {
      const name = declarers.get(place);
      // What a killed process had added counts as found there, and so does what could have been there before.
      if (name === undefined || outcome === "killed" || isBlinded) continue;
      if (this.#visible.has(kindOf(place))) this.#surelyOwn.set(place, name);
    }
    if (outcome === "done") {
      for (const place of claimed.difference(this.#goneUnseen)) {
        if (this.#removable.has(kindOf(place))) this.#surelyOwn.set(place, declarers.get(place) ?? "");
      }
      this.#own = this.#own.intersection(declarers);
      this.#goneUnseen = this.#goneUnseen.intersection(declarers);
      this.#everDeclared = new Map();
    }
    for (const resource of declared) {
      const ever = this.#everDeclared.get(resource.name) ?? new Set();
      this.#everDeclared.set(resource.name, ever.union(new Set(placesOf(resource))));
    }
    this.#dropGone(after);
  }

  /** Entries that another resource declares now: it takes them over as its own only from one that stays and is known. */
  #move(declared: Declared, inSequence: boolean, outcome: Ended["outcome"]): void {
    const declarers = declarersOf(declared);
    for (const [place, owner] of this.#surelyOwn) {
      const name = declarers.get(place) ?? owner;
      const list = declared.find((resource) => resource.name === owner)?.appListId;
      const staysInList = list === appListOf(place);
      if (name === owner && (list === undefined || staysInList)) continue;
      if (outcome === "done" && staysInList && !inSequence) this.#surelyOwn.set(place, name);
      else this.#surelyOwn.delete(place);
    }
  }

  #dropGone(present: ReadonlySet<Place>): void {
    this.#surelyOwn = new Map([...this.#surelyOwn].filter(([place]) => present.has(place)));
  }
}

function isExclusive(place: Place, declared: Declared): boolean {
  return declared.some(({ appListId, exclusive }) => exclusive && appListId === appListOf(place));
}

function named(places: Iterable<Place>, problem: string): readonly string[] {
  return Array.from(places, (place) => `${place} ${problem}`);
}
