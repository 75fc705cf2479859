import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ResponseSketch } from "./sketch.ts";

/** Response times as stored: whole microseconds, from one to five minutes. */
const times = fc.array(
  fc.integer({ min: 1, max: 300_000_000 }).map((us) => us / 1_000),
  { minLength: 1 },
);
const QUANTILES = [0, 0.1, 0.5, 0.9, 0.95, 0.99, 1];

function sketchOf(values: readonly number[]): ResponseSketch {
  const sketch = new ResponseSketch();
  for (const value of values) sketch.add(value);
  return sketch;
}

const answers = (sketch: ResponseSketch) => QUANTILES.map((q) => sketch.quantile(q));

describe("a sketch", () => {
  test("every quantile is within 1 % of the value at its rank", () => {
    fc.assert(
      fc.property(times, (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const sketch = sketchOf(values);
        for (const q of QUANTILES) {
          const exact = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
          expect(Math.abs((sketch.quantile(q) ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.010001);
        }
      }),
    );
  });

  test("merging, encoded or not, equals a sketch of all values", () => {
    fc.assert(
      fc.property(times, times, (left, right) => {
        const whole = sketchOf([...left, ...right]);
        const merged = sketchOf(left);
        merged.merge(sketchOf(right));
        const mergedEncoded = sketchOf(left);
        mergedEncoded.mergeEncoded(sketchOf(right).encode());
        for (const sketch of [merged, mergedEncoded]) {
          expect(sketch.count).toBe(left.length + right.length);
          expect(answers(sketch)).toEqual(answers(whole));
          expect(sketch.encode()).toEqual(whole.encode());
        }
      }),
    );
  });

  test("subtracting a merged sketch restores the earlier state", () => {
    fc.assert(
      fc.property(times, times, (left, right) => {
        const sketch = sketchOf(left);
        sketch.mergeEncoded(sketchOf(right).encode());
        sketch.subtractEncoded(sketchOf(right).encode());
        expect(sketch.count).toBe(left.length);
        expect(answers(sketch)).toEqual(answers(sketchOf(left)));
        expect(sketch.encode()).toEqual(sketchOf(left).encode());
      }),
    );
  });

  test("counts beyond 32 bits survive encoding", () => {
    let sketch = sketchOf([12.5]);
    for (let doubling = 0; doubling < 40; doubling++) {
      const twice = new ResponseSketch();
      twice.merge(sketch);
      twice.merge(sketch);
      sketch = twice;
    }
    const copy = new ResponseSketch();
    copy.mergeEncoded(sketch.encode());
    expect(copy.count).toBe(2 ** 40);
  });

  test("an empty sketch has no quantile and adds nothing to another", () => {
    const sketch = new ResponseSketch();
    sketch.mergeEncoded(new ResponseSketch().encode());
    expect(sketch.count).toBe(0);
    expect(sketch.quantile(0.5)).toBeNull();
  });

  test("times measured as zero are kept", () => {
    const sketch = sketchOf([0, 0]);
    expect(sketch.count).toBe(2);
    expect(sketch.quantile(0.5)).toBeCloseTo(0.001, 4);
  });

  test.each([[Buffer.alloc(0)], [Buffer.from([2, 4, 1])], [Buffer.from([1, 4])], [Buffer.from([1, 0x80])]])(
    "bytes that are not a sketch are rejected (%#)",
    (bytes) => {
      expect(() => new ResponseSketch().mergeEncoded(bytes)).toThrow(/sketch/);
    },
  );

  test("a threshold divides the values as every quantile does", () => {
    fc.assert(
      fc.property(times, fc.nat(), (values, nr) => {
        // A threshold near one of the values is the hard case.
        const ms = Math.max(0.001, (values[nr % values.length] ?? 1) * (1 + ((nr % 41) - 20) / 1_000));
        const sketch = sketchOf(values);
        const { isAbove, countAbove } = ResponseSketch.threshold(ms);
        const above = countAbove(sketch.encode());
        expect(values.filter(isAbove).length).toBe(above);
        for (const q of QUANTILES) {
          const rank = Math.max(0, Math.ceil(q * values.length) - 1);
          expect((sketch.quantile(q) ?? 0) > ms).toBe(values.length - above <= rank);
        }
      }),
    );
  });
});
