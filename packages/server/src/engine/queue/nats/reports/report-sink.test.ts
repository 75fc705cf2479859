import { afterEach, expect, test, vi } from "vitest";
import { silentLogger } from "../../../../platform/kernel/logger.ts";
import type { NatsLink } from "../connection.ts";
import { createReportSink } from "./report-sink.ts";

afterEach(() => void vi.useRealTimers());

/** A stream that accepts reports while it is available. */
function given({
  weightMax = 1_000,
  batchMax = 10,
  payloadMax = 1_048_576,
  batchWeightMax,
  shrink,
}: {
  weightMax?: number;
  batchMax?: number;
  payloadMax?: number;
  batchWeightMax?: number;
  shrink?: (report: number) => number;
} = {}) {
  vi.useFakeTimers();
  const state = { isThere: true, isRefusing: false };
  const stored: [subject: string, reports: number[]][] = [];
  const accepted: number[] = [];
  let onReconnect = () => {};
  const link = {
    isConnected: () => state.isThere,
    onReconnect(handler: () => void) {
      onReconnect = handler;
      return () => {};
    },
    nc: { info: { max_payload: payloadMax + 65_536 } },
    js: {
      async publish(subject: string, bytes: Uint8Array) {
        if (state.isRefusing || !state.isThere) throw new Error("no answer");
        stored.push([subject, JSON.parse(Buffer.from(bytes).toString())]);
      },
    },
  } as unknown as NatsLink;
  const sink = createReportSink<number>({
    link,
    clock: { now: () => Date.now(), monotonic: () => Date.now() },
    log: silentLogger,
    what: "numbers",
    batchMax,
    weightMax,
    weigh: () => 1,
    ...(batchWeightMax !== undefined && { batchWeightMax }),
    ...(shrink && { shrink }),
    encode: (reports) => Buffer.from(JSON.stringify(reports)),
    onAccepted: (reports) => void accepted.push(...reports),
  });
  const comeBack = () => {
    state.isThere = true;
    onReconnect();
  };
  return { sink, state, stored, accepted, comeBack };
}

const WAIT = { isAwaited: false };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test("reports of a subject are sent together and in order, also after failures", async () => {
  const { sink, state, stored, accepted } = given();
  state.isRefusing = true;
  for (const each of numbers(12)) sink.add("a", [each], WAIT);
  sink.add("b", [100], WAIT);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([accepted, sink.state()]).toEqual([[], { waiting: 13, dropped: 0 }]);
  state.isRefusing = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stored.filter(([subject]) => subject === "a").flatMap(([, reports]) => reports)).toEqual(
    numbers(12),
  );
  expect(accepted.toSorted((a, b) => a - b)).toEqual([...numbers(12), 100]);
  expect(sink.state()).toEqual({ waiting: 0, dropped: 0 });
});

test("sends the reports that gathered during a publish without further delay", async () => {
  const { sink, state, accepted, comeBack } = given({ batchMax: 1 });
  state.isThere = false;
  for (const each of numbers(200)) sink.add("a", [each], WAIT);
  comeBack();
  await vi.advanceTimersByTimeAsync(1);
  expect(accepted).toEqual(numbers(200));
});

test("keeps the newest reports within the limit while NATS is unavailable", async () => {
  const { sink, state, accepted, comeBack } = given({ weightMax: 5 });
  state.isThere = false;
  for (const each of numbers(8)) {
    sink.add(each % 2 === 0 ? "even" : "odd", [each], WAIT);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(sink.state()).toEqual({ waiting: 5, dropped: 3 });
  comeBack();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(accepted.toSorted()).toEqual([3, 4, 5, 6, 7]);
});

test("drops reports older than ten minutes", async () => {
  const { sink, state, accepted, comeBack } = given();
  state.isThere = false;
  sink.add("a", [1], WAIT);
  await vi.advanceTimersByTimeAsync(590_000);
  sink.add("a", [2], WAIT);
  await vi.advanceTimersByTimeAsync(20_000);
  comeBack();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(accepted).toEqual([2]);
  expect(sink.state()).toEqual({ waiting: 0, dropped: 1 });
});

test("splits reports that exceed one message", async () => {
  const { sink, stored } = given({ payloadMax: 12 });
  for (const each of numbers(10)) sink.add("a", [each], WAIT);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored.flatMap(([, reports]) => reports)).toEqual(numbers(10));
  expect(Math.max(...stored.map(([, reports]) => reports.length))).toBeLessThanOrEqual(5);
});

test("limits the weight of a message", async () => {
  const { sink, stored } = given({ batchWeightMax: 3 });
  for (const each of numbers(7)) sink.add("a", [each], WAIT);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored.map(([, reports]) => reports)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
});

test("shrinks only a report that alone exceeds one message", async () => {
  const { sink, stored } = given({ payloadMax: 6, shrink: (report) => report % 10 });
  for (const each of [11, 1_234_567, 12]) sink.add("a", [each], WAIT);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored.flatMap(([, reports]) => reports)).toEqual([11, 7, 12]);
});
