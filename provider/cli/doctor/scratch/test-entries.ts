import { randomBytes } from "node:crypto";
import { reservedAppBundlePrefix } from "../../../list/entry";
import { byKind, type ByKind, type Kind } from "../../../list/kinds";

/**
 * Makes entries that cannot exist, all with the same 128 random bits, so that those of one examination are told from
 * all others, in whatever letter case the service stores them.
 */
export class TestEntries {
  /** The random part, in lower case. */
  readonly mark: string;

  /** @param mark the random part; without it, a new one. */
  constructor(mark: string = randomBytes(16).toString("hex")) {
    this.mark = mark;
  }

  /**
   * One entry of a kind.
   *
   * @param label capital hexadecimal digits: they show what the service does with letter case.
   */
  one(kind: Kind, label: string): string {
    const make: ByKind<string> = {
      appBundles: `${reservedAppBundlePrefix}x${this.mark}.${label}`,
      placementIds: `0-pulumiapplist${this.mark}${label}`,
      websites: `x${this.mark}-${label}.pulumiapplist.invalid`,
    };
    return make[kind];
  }

  /** One entry of each kind. */
  each(label: string): ByKind<readonly [string]> {
    return byKind((kind) => [this.one(kind, label)]);
  }

  /** Whether an entry is of this examination. */
  isOwn(entry: string): boolean {
    const lower = entry.toLowerCase();
    return lower.includes("pulumiapplist") && lower.includes(this.mark);
  }
}
