import { expect, test } from "vitest";
import { readProblems } from "./read-problems.ts";

const answer = (status: number, body: unknown) => async () => Response.json(body, { status });
const read = (fetch: typeof window.fetch) => readProblems(fetch, new AbortController().signal);

test("returns the problems of a server that is ready", async () => {
  const problem = { code: "clock_wrong", message: "The clock is wrong.", since: "2026-11-27T12:00:00.000Z" };
  const data = { checks: {}, problems: [problem] };
  expect(await read(answer(200, { success: true, data }))).toEqual([problem]);
  expect(await read(answer(200, { success: true, data: { checks: {} } }))).toEqual([]);
});

test("names what is not ready", async () => {
  const error = {
    code: "SERVICE_UNAVAILABLE",
    message: "Not ready",
    details: [{ path: "storage", message: "does not write: the disk of the database is full" }],
  };
  expect(await read(answer(503, { success: false, error }))).toEqual([
    { message: "The storage does not write: the disk of the database is full.", since: null },
  ]);
});

test("fails if the server does not answer", async () => {
  await expect(read(() => Promise.reject(new TypeError("offline")))).rejects.toThrow(/not responding/);
});
