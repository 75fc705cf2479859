import { CHANGE_FIELDS } from "@vedette/contract/changes/change-fields.ts";
import { CHANGE_KINDS, type TargetChange } from "@vedette/contract/changes/changes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rankChanges } from "./rank-changes.ts";

const ALERTED_MS = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;

const change = (id: string, minutesBefore: number, kind: TargetChange["kind"] = "deploy"): TargetChange => ({
  ...{ id, at: new Date(ALERTED_MS - minutesBefore * 60_000).toISOString(), kind, summary: "" },
  field: kind === "observed" ? "certificate" : null,
  ...{ before: null, after: null, locations: [], is_last: false, by: null, url: null },
});

const changes = fc.array(
  fc.record({
    id: fc.uuid(),
    atMs: fc.integer({ min: ALERTED_MS - HOUR_MS, max: ALERTED_MS + HOUR_MS }),
    kind: fc.constantFrom(...CHANGE_KINDS),
    field: fc.constantFrom(...CHANGE_FIELDS),
  }),
  { maxLength: 20 },
);

test("exactly the changes of the half hour before the alert are ranked, by a score from 0 to 1", () => {
  fc.assert(
    fc.property(changes, (made) => {
      const given = made.map(({ id, atMs, kind, field }) => ({
        ...change(id, 0, kind),
        ...{ at: new Date(atMs).toISOString(), field: kind === "observed" ? field : null },
      }));
      const ranked = rankChanges(given, ALERTED_MS);
      const isRecent = ({ atMs }: { atMs: number }) => atMs <= ALERTED_MS && atMs >= ALERTED_MS - HOUR_MS / 2;
      expect(ranked.map(({ id }) => id).sort()).toEqual(
        made
          .filter(isRecent)
          .map(({ id }) => id)
          .sort(),
      );
      for (const [nr, { score }] of ranked.entries()) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(ranked[nr - 1]?.score ?? 1);
      }
      expect(rankChanges(given.toReversed(), ALERTED_MS)).toEqual(ranked);
    }),
  );
});

test("of changes of one kind the closest is the most likely, and a rule is never more likely than a deploy", () => {
  const order = (...given: TargetChange[]) => rankChanges(given, ALERTED_MS).map(({ id }) => id);
  expect(order(change("early", 20), change("late", 1))).toEqual(["late", "early"]);
  expect(order(change("rule", 0, "rule"), change("deploy", 29))).toEqual(["deploy", "rule"]);
  expect(order(change("deploy", 1), change("certificate", 1, "observed"))).toEqual(["certificate", "deploy"]);
});
