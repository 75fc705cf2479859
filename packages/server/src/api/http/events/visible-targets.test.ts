import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Db } from "../../../platform/storage/database.ts";
import { VisibleTargets } from "./visible-targets.ts";

/** The database is limited already, and counts its reads. */
let ids: string[] | Error;
let reads: number;
const db = {
  async rows() {
    reads += 1;
    if (ids instanceof Error) throw ids;
    return ids.map((id) => ({ id }));
  },
} as unknown as Db;

beforeEach(() => {
  [ids, reads] = [["a"], 0];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => vi.useRealTimers());

const REFRESH_MS = 5_000;
const limit = (tag: string, orgId = "org") => ({ orgId, selector: { tags: { any: [tag] } } });
const start = () => new VisibleTargets({ limit: () => db });

test("streams with the same selector share a refresh, and each starts with the targets of its moment", async () => {
  const targets = start();
  const first = await targets.follow(db, limit("x"));
  ids = ["b"];
  const second = await targets.follow(db, limit("x"));
  expect([first, second].map((stream) => [stream.has("a"), stream.has("b")])).toEqual([
    [false, true],
    [false, true],
  ]);
  reads = 0;
  ids = ["c"];
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect([reads, first.has("b"), first.has("c"), second.has("c")]).toEqual([1, false, true, true]);
});

test("streams of other selectors and organizations share nothing", async () => {
  const targets = start();
  const own = await targets.follow(db, limit("x"));
  ids = ["b"];
  const others = [await targets.follow(db, limit("y")), await targets.follow(db, limit("x", "other"))];
  expect([own.has("b"), ...others.map((stream) => stream.has("a"))]).toEqual([false, false, false]);
});

test("nothing is read once the last stream has ended", async () => {
  const targets = start();
  const streams = [await targets.follow(db, limit("x")), await targets.follow(db, limit("x"))];
  reads = 0;
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(reads).toBe(1);
  streams[1]?.end();
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(reads).toBe(1);
});

test("streams show nothing while the targets cannot be read", async () => {
  const targets = start();
  const stream = await targets.follow(db, limit("x"));
  ids = new Error("the database is away");
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(stream.has("a")).toBe(false);
  await expect(targets.follow(db, limit("x"))).rejects.toThrow("away");
  ids = ["a"];
  await vi.advanceTimersByTimeAsync(REFRESH_MS);
  expect(stream.has("a")).toBe(true);
});
