import { expect, test } from "vitest";
import { ApiError } from "../../../api/api-error.ts";
import { changeInBatches } from "./change-in-batches.ts";

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}`, name: `Target ${index}` }));
const changed = (ids: readonly string[]) => ({ selected: ids.length, changed: ids.length, failed: [] });

test("500 targets are one request, and one more is another", async () => {
  const sent: number[] = [];
  const done: number[] = [];
  const failures = await changeInBatches(rowsOf(501), {
    async send(ids) {
      sent.push(ids.length);
      return changed(ids);
    },
    onDone: (count) => done.push(count),
  });
  expect([sent, done, failures]).toEqual([[500, 1], [500, 501], []]);
});

test("the targets that the server could not change are returned with its reason", async () => {
  const failed = [{ id: "i1", name: "Target 1", message: "Scripts require the role 'admin'." }];
  const done: number[] = [];
  const failures = await changeInBatches(rowsOf(3), {
    send: async (ids) => ({ ...changed(ids), failed }),
    onDone: (count) => done.push(count),
  });
  expect([failures, done]).toEqual([failed, [2]]);
});

test("if a later request fails, the targets that are left have failed with its reason", async () => {
  const failures = await changeInBatches(rowsOf(502), {
    async send(ids) {
      if (ids.length < 500) throw new ApiError("UNREACHABLE", "The server is not responding.");
      return changed(ids);
    },
    onDone: () => undefined,
  });
  expect(failures).toEqual([
    { id: "i500", name: "Target 500", message: "The server is not responding." },
    { id: "i501", name: "Target 501", message: "The server is not responding." },
  ]);
});

test("if the first request fails, nothing is changed, and its error is thrown", async () => {
  const refused = new ApiError("BAD_REQUEST", "Invalid.");
  const send = () => Promise.reject(refused);
  await expect(changeInBatches(rowsOf(600), { send, onDone: () => undefined })).rejects.toBe(refused);
});
