import fc from "fast-check";
import { expect, test } from "vitest";
import { groupMarkers, markerTexts } from "./group-markers.ts";
import type { ChartMarker } from "./series.ts";

const marker = (atMs: number, kind: ChartMarker["kind"] = "deploy"): ChartMarker => ({
  ...{ atMs, kind, label: `${kind} ${atMs}` },
});

test("markers that would cover each other are one group, for each kind alone", () => {
  expect(groupMarkers([marker(109), marker(100), marker(105, "alert"), marker(110)], 10)).toEqual([
    { kind: "deploy", fromMs: 100, toMs: 109, count: 2 },
    { kind: "alert", fromMs: 105, toMs: 105, count: 1 },
    { kind: "deploy", fromMs: 110, toMs: 110, count: 1 },
  ]);
});

test("200 markers in a minute are one group, and over a day each group has its space", () => {
  const inMinute = Array.from({ length: 200 }, (_, index) => marker(index * 300));
  expect(groupMarkers(inMinute, 60_000)).toEqual([{ kind: "deploy", fromMs: 0, toMs: 59_700, count: 200 }]);
});

test("each marker is in one group, and groups of a kind are a gap apart", () => {
  const any = fc.record({
    atMs: fc.integer({ min: 0, max: 1_000 }),
    kind: fc.constantFrom<ChartMarker["kind"]>("alert", "deploy"),
    label: fc.constant("x"),
  });
  fc.assert(
    fc.property(fc.array(any), fc.integer({ min: 1, max: 200 }), (markers, gapMs) => {
      const groups = groupMarkers(markers, gapMs);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(markers.length);
      for (const kind of ["alert", "deploy"] as const) {
        const own = groups.filter((group) => group.kind === kind);
        own.forEach(({ fromMs, toMs }, index) => {
          expect(toMs - fromMs).toBeLessThan(gapMs);
          const next = own[index + 1];
          if (next) expect(next.fromMs - fromMs).toBeGreaterThanOrEqual(gapMs);
        });
      }
    }),
  );
});

test("the tooltip names five markers and counts the others", () => {
  const many = Array.from({ length: 200 }, (_, index) => marker(index));
  expect(markerTexts(many)).toEqual([
    ...many.slice(0, 5).map(({ label }) => label),
    "and 195 more in the list below",
  ]);
  expect(markerTexts(many.slice(0, 5))).toHaveLength(5);
});
