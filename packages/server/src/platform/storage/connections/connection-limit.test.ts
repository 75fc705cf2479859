import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionLimit } from "./connection-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Enters and records by name who was let in. */
function visitors(limit: ConnectionLimit) {
  const entered: string[] = [];
  return { entered, enter: (name: string) => limit.enter().then(() => entered.push(name)) };
}

test("one caller at a time, in the order of arrival, while each takes a moment", async () => {
  const limit = new ConnectionLimit(10, 5_000);
  const { entered, enter } = visitors(limit);
  for (const name of ["a", "b", "c"]) void enter(name);
  await vi.advanceTimersByTimeAsync(10);
  expect(entered).toEqual(["a"]);
  limit.leave();
  await vi.advanceTimersByTimeAsync(10);
  expect(entered).toEqual(["a", "b"]);
  limit.leave();
  limit.leave();
  void enter("d");
  // No one waits any more.
  await vi.advanceTimersByTimeAsync(100);
  void enter("e");
  await vi.advanceTimersByTimeAsync(10);
  expect(entered).toEqual(["a", "b", "c", "d"]);
});

test("one more after each wait without a break, up to the maximum", async () => {
  const limit = new ConnectionLimit(3, 5_000);
  const { entered, enter } = visitors(limit);
  for (const name of ["a", "b", "c", "d"]) void enter(name);
  await vi.advanceTimersByTimeAsync(25);
  expect(entered).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(entered).toEqual(["a", "b", "c"]);
  limit.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(["a", "b", "c", "d"]);
});

test("less again when connections were closed, but never less than are in use", async () => {
  const limit = new ConnectionLimit(5, 5_000);
  const { entered, enter } = visitors(limit);
  for (const name of ["a", "b", "c"]) void enter(name);
  await vi.advanceTimersByTimeAsync(50);
  limit.leave();
  limit.lower(2);
  limit.lower(1);
  void enter("d");
  await vi.advanceTimersByTimeAsync(10);
  expect(entered).toEqual(["a", "b", "c"]);
  limit.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(["a", "b", "c", "d"]);
});

test("rejects a caller after its deadline, and the next one still gets its turn", async () => {
  const limit = new ConnectionLimit(1, 5_000);
  const { entered, enter } = visitors(limit);
  void enter("a");
  const rejected = expect(limit.enter()).rejects.toThrow("timeout exceeded when trying to connect");
  await vi.advanceTimersByTimeAsync(4_000);
  void enter("c");
  await vi.advanceTimersByTimeAsync(1_000);
  await rejected;
  limit.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(["a", "c"]);
});
