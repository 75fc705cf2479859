import { expect, test } from "vitest";
import { writeApart } from "./write-apart.ts";

const bad = new Set([3, 4, 9]);

async function run(items: readonly number[], isAway: (error: unknown) => boolean = () => false) {
  const written: number[] = [];
  const unwritten: number[] = [];
  let tries = 0;
  const write = async (some: readonly number[]) => {
    tries += 1;
    if (some.some((item) => bad.has(item))) throw new Error("refused");
    written.push(...some);
  };
  const ended = writeApart(items, { write, isAway, onUnwritten: (item) => void unwritten.push(item) });
  return { ended, written, unwritten, tries: () => tries };
}

test("skips items that fail individually and writes all others in order", async () => {
  const { ended, written, unwritten } = await run([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await ended;
  expect(written).toEqual([0, 1, 2, 5, 6, 7, 8]);
  expect(unwritten).toEqual([3, 4, 9]);
});

test("writes valid items with a single write", async () => {
  const { ended, written, tries } = await run([0, 1, 2]);
  await ended;
  expect([written, tries()]).toEqual([[0, 1, 2], 1]);
});

test("throws an outage to the caller and keeps what was already written", async () => {
  const { ended, unwritten, tries } = await run([3, 5], () => true);
  await expect(ended).rejects.toThrow("refused");
  expect([unwritten, tries()]).toEqual([[], 1]);
});
