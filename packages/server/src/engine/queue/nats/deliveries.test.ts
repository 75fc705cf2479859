import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { NatsDeliveries } from "./deliveries.ts";

function message() {
  const said: string[] = [];
  return {
    said,
    ack: () => void said.push("ack"),
    nak: () => void said.push("nak"),
    working: () => void said.push("working"),
  };
}

const work = (name: string, expiresAtMs = Number.MAX_SAFE_INTEGER) => ({ name, work: name, expiresAtMs });

test("acknowledges a message once, after all of its work is reported, in any order", () => {
  const names = ["a", "b", "c", "d"];
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: 4 }), (order) => {
      const deliveries = new NatsDeliveries<string>(systemClock);
      const whole = message();
      deliveries.open(
        whole,
        names.map((name) => work(name)),
      );
      for (const [index, name] of order.entries()) {
        expect(whole.said).toEqual([]);
        expect(deliveries.size).toBe(4 - index);
        deliveries.complete([name, name]);
      }
      expect(whole.said).toEqual(["ack"]);
      expect(deliveries.size).toBe(0);
    }),
  );
});

test("work that is delivered twice runs once, and its newest message is acknowledged", () => {
  const deliveries = new NatsDeliveries<string>(systemClock);
  const [first, again] = [message(), message()];
  expect(deliveries.open(first, [work("a"), work("b")])).toEqual(["a", "b"]);
  expect(deliveries.open(again, [work("a"), work("b"), work("c")])).toEqual(["c"]);
  deliveries.complete(["a", "b", "c"]);
  expect(first.said).toEqual([]);
  expect(again.said).toEqual(["ack"]);
});

test("extends the ack deadline until the work has expired", () => {
  let nowMs = 0;
  const deliveries = new NatsDeliveries<string>({ now: () => nowMs, monotonic: () => nowMs });
  const whole = message();
  deliveries.open(whole, [work("a", 5), work("b", 10)]);
  deliveries.extendDeadlines();
  nowMs = 10;
  deliveries.extendDeadlines();
  nowMs = 11;
  deliveries.extendDeadlines();
  expect(whole.said).toEqual(["working", "working"]);
  expect(deliveries.size).toBe(0);
});

test("returns unreported work to NATS on release", () => {
  const deliveries = new NatsDeliveries<string>(systemClock);
  const [half, done] = [message(), message()];
  deliveries.open(half, [work("a"), work("b")]);
  deliveries.open(done, [work("c")]);
  deliveries.complete(["a", "c"]);
  deliveries.release();
  expect(half.said).toEqual(["nak"]);
  expect(done.said).toEqual(["ack"]);
});

test("detached work may be delivered again, and its message is acknowledged once it is settled", () => {
  const deliveries = new NatsDeliveries<string>(systemClock);
  const [first, second] = [message(), message()];
  deliveries.open(first, [work("a")]);
  const detached = deliveries.detach("a");
  expect(deliveries.open(second, [work("a")])).toEqual(["a"]);
  expect(first.said).toEqual([]);
  detached?.settle();
  expect(first.said).toEqual(["ack"]);
  deliveries.complete(["a"]);
  expect(second.said).toEqual(["ack"]);
});
