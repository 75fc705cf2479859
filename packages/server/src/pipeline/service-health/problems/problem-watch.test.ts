import { expect, test } from "vitest";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { type FoundProblem, ProblemWatch } from "./problem-watch.ts";

const DISK: FoundProblem = { code: "storage_disk_full", message: "The disk is full." };
const CLOCK: FoundProblem = { code: "clock_wrong", message: "The clock is wrong." };

function watch(finds: (() => Promise<FoundProblem | null>)[]) {
  const time = { ms: 1_000 };
  const lines: [string, unknown][] = [];
  const log = {
    ...silentLogger,
    error: (event: string, facts?: Record<string, unknown>) => void lines.push([event, facts?.problem]),
    info: (event: string, facts?: Record<string, unknown>) => void lines.push([event, facts?.problem]),
  };
  const clock = { now: () => time.ms, monotonic: () => time.ms };
  const sources = finds.map((find) => ({ everyMs: 1_000, find }));
  return { time, lines, watched: new ProblemWatch({ clock, log, sources }) };
}

test("logs a problem once when it begins and once when it ends, and keeps its start", async () => {
  let disk: FoundProblem | null = DISK;
  const { time, lines, watched } = watch([async () => disk]);
  await watched.look();
  time.ms = 61_000;
  await watched.look();
  expect(watched.problems()).toEqual([{ ...DISK, since: "1970-01-01T00:00:01.000Z" }]);
  disk = null;
  await watched.look();
  expect(watched.problems()).toEqual([]);
  expect(lines).toEqual([
    ["problem.began", "storage_disk_full"],
    ["problem.ended", "storage_disk_full"],
  ]);
});

test("keeps what it knows while a source fails", async () => {
  let answers = async (): Promise<FoundProblem | null> => CLOCK;
  const { watched } = watch([() => answers()]);
  await watched.look();
  answers = () => Promise.reject(new Error("the database does not respond"));
  await watched.look();
  expect(watched.problems()).toMatchObject([CLOCK]);
});

test("names the oldest problem first, with the time at which its source says it began", async () => {
  const { watched } = watch([async () => CLOCK, async () => ({ ...DISK, sinceMs: 500 })]);
  await watched.look();
  expect(watched.problems().map(({ code }) => code)).toEqual(["storage_disk_full", "clock_wrong"]);
});

test("another problem of the same source ends the one before", async () => {
  let found: FoundProblem = DISK;
  const { lines, watched } = watch([async () => found]);
  await watched.look();
  found = { code: "storage_recovering", message: "The database recovers." };
  await watched.look();
  expect(lines.map(([event]) => event)).toEqual(["problem.began", "problem.ended", "problem.began"]);
  expect(watched.problems()).toMatchObject([found]);
});
