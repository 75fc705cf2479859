import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { checkJob, finished, runJob } from "../../../test/queues/jobs.ts";
import { linkedQueues } from "../../../test/queues/linked.ts";
import { LinkedQueue } from "./linked-queue.ts";
import { RUN_REQUESTS_MAX } from "./pending-replies.ts";

const LONG_MS = 30_000;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test("another thread is rejected, too, beyond the limit", async () => {
  const { held, seen } = linkedQueues(ends);
  const asking = new AbortController();
  held.takeRuns({ location: "default", kinds: ["api_monitor"] }, (jobs) => {
    asking.signal.addEventListener("abort", () => held.publishRunReports(jobs.map(finished)));
  });
  const asked = Array.from({ length: RUN_REQUESTS_MAX }, () =>
    held.requestRun("default", runJob(), { withinMs: LONG_MS }),
  );
  await expect(seen.requestRun("default", runJob(), { withinMs: LONG_MS })).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
  asking.abort();
  expect(await Promise.all(asked)).toHaveLength(RUN_REQUESTS_MAX);
});

test("requests end without a reply if the thread that holds the queue restarts", async () => {
  const { port1, port2 } = new MessageChannel();
  const queue = new LinkedQueue(port2);
  ends.push(() => port1.close());
  const asked = Promise.all([
    queue.requestCheck("default", checkJob(), LONG_MS),
    queue.requestRun("default", runJob(), { withinMs: LONG_MS }),
  ]);
  const next = new MessageChannel();
  ends.push(() => next.port1.close());
  queue.reconnect(next.port2);
  expect(await asked).toEqual([null, null]);
});
