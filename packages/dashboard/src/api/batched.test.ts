import { expect, test, vi } from "vitest";
import { createBatched } from "./batched.ts";

test("what is asked for in one moment is one request, and each gets its own", async () => {
  const read = vi.fn(async (ids: readonly string[]) => new Map(ids.map((id) => [id, id.toUpperCase()])));
  const ask = createBatched({ read, waitMs: 1, idsMax: 10 });
  expect(await Promise.all(["a", "b", "a"].map(ask))).toEqual(["A", "B", "A"]);
  expect(read.mock.calls).toEqual([[["a", "b"]]]);
  expect(await ask("c")).toBe("C");
  expect(read).toHaveBeenCalledTimes(2);
});

test("more than fit into a request go into the next", async () => {
  const read = vi.fn(async (ids: readonly string[]) => new Map(ids.map((id) => [id, id])));
  const ask = createBatched({ read, waitMs: 1, idsMax: 2 });
  expect(await Promise.all(["a", "b", "c"].map(ask))).toEqual(["a", "b", "c"]);
  expect(read.mock.calls).toEqual([[["a", "b"]], [["c"]]]);
});

test("what the answer lacks is null, and a failure is everybody's who waited for it", async () => {
  const ask = createBatched({
    read: async (ids) => {
      if (ids.includes("bad")) throw new Error("away");
      return new Map([["known", 1]]);
    },
    waitMs: 1,
    idsMax: 10,
  });
  expect(await Promise.all([ask("known"), ask("gone")])).toEqual([1, null]);
  const failed = await Promise.allSettled([ask("bad"), ask("known")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("known")).toBe(1);
});
