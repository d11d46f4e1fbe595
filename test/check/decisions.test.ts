import { describe, expect, it } from "vitest";
import { isDeciding, saysGone } from "../../provider/check/decisions";

/** Whether a column, such as `Delete: yes | no`, seems to decide about rows on 2026-11-28. */
function decides(column: string): boolean {
  const [name = "", cells = ""] = column.split(": ");
  const texts = cells.split("|").map((text) => text.trim());
  const counts = Map.groupBy(texts, String);
  return isDeciding(name, new Map(Array.from(counts, ([text, { length }]) => [text, length])), "2026-11-28");
}

describe("an ignored column", () => {
  const deciding =
    "Blocked: TRUE | FALSE; Blocked: FALSE | FALSE; Is enabled: 0 | 0; Enabled: 1 | 0 | 1; Delete: x | | x; " +
    "Delete?: ✓ | ✗; Live: on | off; Sperren: ja | nein; Bloquer: Oui | Non; Bloquear: Sí | No; " +
    "Wahrheit: WAHR | FALSCH; Flag: Y | N | -; Active: t | f; List: allow list | block list; " +
    "Action: Keep | Exclude; Status: Allowed | Allowed; Status: Active | Paused; Status: Active | ; " +
    "Verdict: no longer blocked | no longer blocked; Verdict: do not block | block; " +
    "Review: Monitor | Reject | Approve; Review: to be removed | ok | fine; Decision: include | ignore; " +
    "Entscheidung: behalten | sperren; Entscheidung: Gesperrt | Freigegeben; Décision: Garder | Bloqué; " +
    "Decisión: Permitir | Bloqueado; Removed on: 2026-01-05 | ; deletedAt: 2026-01-05 | 2026-01-06; " +
    "Unblocked: Ann | ; Removed: TRUE | TRUE; Gelöscht am: 05.01.2026 | ; Valid from: 2027-01-05 | 2026-01-05; " +
    "Start: 5.1.2027 | 1.12.2026; Start: 2027-01-05T00:00:00Z | ; Start: 12/31/2026 | 1/5/2026";
  it.each(deciding.split("; "))("decides about rows: %s", (column) => expect(decides(column)).toBe(true));

  const manyNames = Array.from({ length: 30 }, (_, index) => `App ${index}`).join(" | ");
  const harmless =
    "OS: Android | iOS | Android; Country: DE | NO | ; Category: Games | Activity | Blockchain | Monitoring tools; " +
    "Format: Banner | Interstitial; Type: App | App; Owner: Ann | ; Paid: TRUE | TRUE; Ads: FALSE | FALSE; " +
    "Deleted: FALSE | FALSE; Action: Block | Block; Status: active | active; Clicks: 0 | 1 | 2; " +
    "Removal: Recommended | Expert | Unsafe; Risk: safe | dangerous | caution; First seen: 2026-01-05 | 2026-11-28; " +
    `Released: 12/11/2026 | 2020-01-01; Description: keep ${"x".repeat(50)} | Block the sun; ` +
    `Name: Pause | ${manyNames}; Company: Not for profit | Keepers | Allowance`;
  it.each(harmless.split("; "))("decides nothing: %s", (column) => expect(decides(column)).toBe(false));

  it.each("removed Deleted UNBLOCKED unblock inactive (disabled) entfernt supprimé eliminada".split(" "))(
    "says that an entry left: %s",
    (text) => expect(saysGone(text)).toBe(true),
  );

  it.each(["Remove", "Block", "Removed apps", "not removed", "active", ""])("does not say so: %s", (text) => {
    expect(saysGone(text)).toBe(false);
  });
});
