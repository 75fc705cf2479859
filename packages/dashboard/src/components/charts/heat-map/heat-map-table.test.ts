import { expect, test } from "vitest";
import { cellStrength, heatMapTable } from "./heat-map-table.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 12, minute)).toISOString();

test("a row of the file is a cell with responses, until the next column or the end", () => {
  const data = {
    ...{ from: at(0), to: at(20), bounds_ms: [10, 20, 40] },
    columns: [
      { at: at(0), counts: [3, 0] },
      { at: at(10), counts: [0, 1] },
    ],
  };
  expect(heatMapTable(data).rows).toEqual([
    [at(0), at(10), 10, 20, 3],
    [at(10), at(20), 20, 40, 1],
  ]);
});

test("a single response is visible beside thousands", () => {
  expect([cellStrength(0, 5_000), cellStrength(5_000, 5_000)]).toEqual([0, 1]);
  expect(cellStrength(1, 5_000)).toBeGreaterThan(0.15);
});
