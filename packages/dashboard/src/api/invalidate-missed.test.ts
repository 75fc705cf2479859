import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { invalidateMissed } from "./invalidate-missed.ts";

/** Observes a query whose reads the test answers. */
function observe(client: QueryClient, queryKey: readonly string[]) {
  const reads: ((value: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => reads.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  return {
    reads,
    stop,
    answer: (value: string) => reads.at(-1)?.(value),
    data: () => client.getQueryData(queryKey),
  };
}

test("reads again what was in flight when the stream opened, after it has arrived", async () => {
  const client = new QueryClient();
  const list = observe(client, ["org", "list"]);
  await expect.poll(() => list.reads.length).toBe(1);
  const stop = invalidateMissed(client, Date.now());
  expect(list.reads.length).toBe(1);
  list.answer("read before the event");
  await expect.poll(() => list.reads.length).toBe(2);
  expect(list.data()).toBe("read before the event");
  list.answer("read after the event");
  await expect.poll(list.data).toBe("read after the event");
  expect(list.reads.length).toBe(2);
  stop();
  list.stop();
});

test("reads again what was loaded while the stream was opened, but not earlier data or forms", async () => {
  const client = new QueryClient();
  const startMs = Date.now();
  client.setQueryData(["org", "old"], "old", { updatedAt: startMs - 1_000 });
  client.setQueryData(["org", "new"], "new", { updatedAt: startMs });
  client.setQueryData(["org", "form"], "form", { updatedAt: startMs });
  const form = observe(client, ["org", "form", "1"]);
  await expect.poll(() => form.reads.length).toBe(1);
  invalidateMissed(client, startMs);
  const isInvalidated = (name: string) => client.getQueryState(["org", name])?.isInvalidated;
  expect([isInvalidated("old"), isInvalidated("new"), isInvalidated("form")]).toEqual([false, true, false]);
  form.answer("typed");
  await expect.poll(form.data).toBe("typed");
  expect(form.reads.length).toBe(1);
  form.stop();
});
