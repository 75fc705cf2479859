import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_BUCKET, Wheel, type WheelEntry } from "./wheel.ts";

type Entry = WheelEntry & { name: number };

const entry = (name: number, dueMs: number): Entry => ({ name, fireMs: dueMs, bucket: NO_BUCKET });

test("every entry fires once, at the first advance after it is due", () => {
  const dues = fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 60 });
  const steps = fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(dues, steps, (dueMs, stepMs) => {
      const wheel = new Wheel<Entry>({ tickMs: 10, startMs: 0 });
      const entries = dueMs.map((due, name) => entry(name, due));
      for (const each of entries) wheel.add(each);
      const fired = new Map<number, number>();
      let nowMs = 0;
      for (const step of stepMs) {
        nowMs += step;
        wheel.advance(nowMs, ({ name }) => {
          expect(fired.has(name)).toBe(false);
          fired.set(name, nowMs);
        });
        for (const each of entries) expect(fired.has(each.name)).toBe(each.fireMs <= nowMs);
      }
      expect(wheel.size).toBe(entries.length - fired.size);
    }),
  );
});

test("a removed entry never fires", () => {
  const wheel = new Wheel<Entry>({ tickMs: 10, startMs: 0 });
  const kept = entry(1, 50);
  const gone = entry(2, 50);
  wheel.add(kept);
  wheel.add(gone);
  wheel.remove(gone);
  const fired: number[] = [];
  wheel.advance(1_000, ({ name }) => fired.push(name));
  expect(fired).toEqual([1]);
});

test("an entry added while another fires is fired at its own time", () => {
  const wheel = new Wheel<Entry>({ tickMs: 10, startMs: 0 });
  const again = entry(1, 100);
  wheel.add(again);
  const firedAt: number[] = [];
  for (let nowMs = 0; nowMs <= 1_000; nowMs += 10) {
    wheel.advance(nowMs, (each) => {
      firedAt.push(each.fireMs);
      each.fireMs += 100;
      wheel.add(each);
    });
  }
  expect(firedAt).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
});

test("after the clock was set back, entries fire by the new time", () => {
  const wheel = new Wheel<Entry>({ tickMs: 10, startMs: 1_000_000 });
  wheel.rewind(400_000);
  wheel.add(entry(1, 400_500));
  const fired: number[] = [];
  wheel.advance(400_490, ({ name }) => fired.push(name));
  expect(fired).toEqual([]);
  wheel.advance(400_500, ({ name }) => fired.push(name));
  expect(fired).toEqual([1]);
});

test("advances at the ends of buckets with entries fire each entry within a bucket of its time", () => {
  const dues = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(dues, fc.constantFrom(50, 100, 1_000), (dueMs, withinMs) => {
      const wheel = new Wheel<Entry>({ tickMs: 10, startMs: 0 });
      for (const [name, due] of dueMs.entries()) wheel.add(entry(name, due));
      let advances = 0;
      for (let nowMs = 0; wheel.size > 0; nowMs = wheel.nextEndMs(withinMs) ?? nowMs + withinMs) {
        wheel.advance(nowMs, ({ fireMs }) => expect(nowMs - fireMs).toBeLessThanOrEqual(10));
        advances += 1;
      }
      // Entries of a later turn are in the same buckets.
      expect(advances).toBeLessThanOrEqual(3 + 200_010 / withinMs + 3 * dueMs.length);
    }),
  );
});
