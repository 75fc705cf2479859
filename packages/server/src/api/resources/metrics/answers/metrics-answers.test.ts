import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TargetFigures } from "../../../../pipeline/telemetry/figures/read-figures.ts";
import type { Database } from "../../../../platform/storage/database.ts";
import { MetricsAnswers } from "./metrics-answers.ts";

/** The figures count how often they were read, and nothing reads the database. */
const database = {} as Database;
const target = { id: "1" } as TargetFigures;

let time: { ms: number };
let reads: { atMs: number; isNew: boolean }[];
let failure: Error | null;
beforeEach(() => {
  [time, reads, failure] = [{ ms: 0 }, [], null];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

const figures = {
  async read(_db: unknown, _query: unknown, { isNew = false } = {}) {
    reads.push({ atMs: time.ms, isNew });
    if (failure) throw failure;
    return { targets: [target], uptimes: new Map(), uptimesAtMs: 0, readAtMs: time.ms };
  },
};

function start({ aheadTargetsMin = 1 } = {}) {
  const clock = { now: () => time.ms, monotonic: () => time.ms };
  const answers = new MetricsAnswers({ clock, figures, aheadTargetsMin });
  return async (orgId = "org", names = "") => {
    const body = await answers.read(database, {
      ...{
        orgId,
        limit: null,
        selector: {},
        names,
        format: "prometheus",
        labelsOf: () => ({ short: "", full: "" }),
      },
      families: [
        {
          name: "reads",
          type: "gauge",
          help: "Reads.",
          samples: (_of, _labels, add) => add("", reads.length),
        },
      ],
    });
    return Number(/^reads\{\} (\d+)$/m.exec(gunzipSync(body).toString())?.[1]);
  };
}

async function advance(ms: number): Promise<void> {
  const untilMs = time.ms + ms;
  while (time.ms < untilMs) {
    time.ms += 500;
    await vi.advanceTimersByTimeAsync(500);
  }
}

test("requests within ten seconds share an answer, by organization and names", async () => {
  const read = start({ aheadTargetsMin: 2 });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read("other")).toBe(2);
  expect(await read("org", "kuma")).toBe(3);
  await advance(9_500);
  expect(await read()).toBe(1);
  await advance(500);
  expect(await read()).toBe(4);
});

test("the answer to a regular request is made before it comes, from new figures", async () => {
  const read = start();
  await read();
  await advance(15_000);
  await read();
  await advance(15_000);
  expect(reads.map(({ atMs, isNew }) => [atMs, isNew])).toEqual([
    [0, false],
    [15_000, false],
    [28_000, true],
  ]);
  expect(await read()).toBe(3);
  expect(reads).toHaveLength(3);
});

test("two servers that scrape in turn get answers that were made before", async () => {
  const read = start();
  const waits: boolean[] = [];
  const scrape = async (gapMs: number) => {
    const before = reads.length;
    await read();
    waits.push(reads.length > before);
    await advance(gapMs);
  };
  for (let round = 0; round < 3; round += 1) {
    await scrape(18_000);
    await scrape(42_000);
  }
  expect(waits).toEqual([true, true, true, false, false, false]);
});

test("nothing is read ahead without requests, nor for few targets", async () => {
  const few = start({ aheadTargetsMin: 2 });
  for (let round = 0; round < 3; round += 1) {
    await few();
    await advance(15_000);
  }
  expect(reads.every(({ isNew }) => !isNew)).toBe(true);
  const read = start();
  await read();
  await advance(15_000);
  await read();
  await advance(600_000);
  expect(reads.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test("a failure is reported, and not kept", async () => {
  const read = start();
  failure = new Error("the database is away");
  await expect(read()).rejects.toThrow("away");
  failure = null;
  expect(await read()).toBe(2);
});
