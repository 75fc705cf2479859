import { expect, test, vi } from "vitest";
import { createBatched } from "./batched.ts";

test("combines simultaneous reads into one request and returns each result", async () => {
  const read = vi.fn(async (ids: readonly string[]) => new Map(ids.map((id) => [id, id.toUpperCase()])));
  const readOne = createBatched({ read, waitMs: 1, idsMax: 10 });
  expect(await Promise.all(["a", "b", "a"].map(readOne))).toEqual(["A", "B", "A"]);
  expect(read.mock.calls).toEqual([[["a", "b"]]]);
  expect(await readOne("c")).toBe("C");
  expect(read).toHaveBeenCalledTimes(2);
});

test("splits reads that exceed the maximum into further requests", async () => {
  const read = vi.fn(async (ids: readonly string[]) => new Map(ids.map((id) => [id, id])));
  const readOne = createBatched({ read, waitMs: 1, idsMax: 2 });
  expect(await Promise.all(["a", "b", "c"].map(readOne))).toEqual(["a", "b", "c"]);
  expect(read.mock.calls).toEqual([[["a", "b"]], [["c"]]]);
});

test("returns null for missing ids and rejects every read of a failed request", async () => {
  const readOne = createBatched({
    read: async (ids) => {
      if (ids.includes("bad")) throw new Error("away");
      return new Map([["known", 1]]);
    },
    waitMs: 1,
    idsMax: 10,
  });
  expect(await Promise.all([readOne("known"), readOne("gone")])).toEqual([1, null]);
  const failed = await Promise.allSettled([readOne("bad"), readOne("known")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await readOne("known")).toBe(1);
});
