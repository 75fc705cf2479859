import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeySelection, moveSelection, selectedTime } from "./select-time.ts";

const at = [0, 1, 2, 3].map((minute) => new Date(minute * 60_000).toISOString());
const NOTHING: KeySelection = { index: null, anchor: null };

function press(...keys: string[]): KeySelection {
  return keys.reduce((selection, key) => {
    const isShift = key.startsWith("Shift+");
    return moveSelection(selection, { key: key.replace("Shift+", ""), isShift }, at.length - 1) ?? selection;
  }, NOTHING);
}

test("arrows move, and Shift with them selects from where the selection began", () => {
  expect(press("ArrowLeft")).toEqual({ index: 3, anchor: null });
  const selected = press("Home", "Shift+ArrowRight", "Shift+ArrowRight");
  expect(selected).toEqual({ index: 2, anchor: 0 });
  expect(selectedTime(selected, at)).toEqual({ fromMs: 0, toMs: 120_000 });
  expect(press("End", "Shift+Home")).toEqual({ index: 0, anchor: 3 });
  expect(press("Shift+ArrowLeft")).toEqual({ index: 2, anchor: 3 });
});

test("an arrow without Shift, or the way back, selects nothing", () => {
  expect(selectedTime(press("Home", "Shift+ArrowRight", "ArrowRight"), at)).toBeNull();
  expect(selectedTime(press("Home", "Shift+ArrowRight", "Shift+ArrowLeft"), at)).toBeNull();
  expect(moveSelection(NOTHING, { key: "a", isShift: false }, 3)).toBeNull();
});

test("no keys lead outside of the chart or select a time that ends before it starts", () => {
  const key = fc.constantFrom("ArrowLeft", "ArrowRight", "Home", "End");
  const keys = fc.array(
    fc.tuple(fc.boolean(), key).map(([isShift, one]) => (isShift ? `Shift+${one}` : one)),
  );
  fc.assert(
    fc.property(keys, (pressed) => {
      const selection = press(...pressed);
      for (const position of [selection.index ?? 0, selection.anchor ?? 0])
        expect(at[position]).toBeDefined();
      const range = selectedTime(selection, at);
      expect(range === null || range.fromMs < range.toMs).toBe(true);
    }),
  );
});
