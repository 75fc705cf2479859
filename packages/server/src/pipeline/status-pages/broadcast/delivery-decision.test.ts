import { SUBSCRIBER_TYPES } from "@vedette/contract/status-pages/subscriber-words.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import { type DeliveryFacts, decide } from "./delivery-decision.ts";

const DAY_MS = 86_400_000;
const rejected = (fields: Partial<SendOutcome & { ok: false }> = {}): SendOutcome => ({
  ...{ ok: false, statusCode: 500, error: "no", isPermanent: false, retryAfterSeconds: null },
  ...fields,
});
const facts = (fields: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  ...{ type: "email", tries: 0, eventAtMs: 0, failingSinceMs: null, nowMs: 0 },
  ...fields,
});
const middle = () => 0.5;

describe("the decision about a message", () => {
  test("waits a minute first, then twice as long each time, and an hour at most", () => {
    const waits = [0, 1, 2, 5, 6, 7, 1_000].map((tries) => decide(facts({ tries }), rejected(), middle));
    expect(waits.map((decision) => (decision.action === "retry" ? decision.atMs / 60_000 : null))).toEqual([
      1, 2, 4, 32, 60, 60, 60,
    ]);
  });

  test("honors Retry-After up to an hour", () => {
    const at = (retryAfterSeconds: number) => decide(facts(), rejected({ retryAfterSeconds }), middle);
    expect(at(600)).toMatchObject({ action: "retry", atMs: 600_000 });
    expect(at(1e9)).toMatchObject({ action: "retry", atMs: 3_600_000 });
  });

  test("never disables an email for what is temporary, and every other type after three days", () => {
    const fields = { failingSinceMs: 0, nowMs: 3 * DAY_MS, eventAtMs: 3 * DAY_MS };
    for (const type of SUBSCRIBER_TYPES)
      expect(decide(facts({ ...fields, type }), rejected(), middle).action).toBe(
        type === "email" ? "retry" : "disable",
      );
  });

  test("ends for every row of failures", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SUBSCRIBER_TYPES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (type, random) => {
          let nowMs = 0;
          for (let tries = 0; tries < 200; tries++) {
            const failingSinceMs = tries === 0 ? null : 0;
            const decision = decide(facts({ type, tries, nowMs, failingSinceMs }), rejected(), () => random);
            if (decision.action !== "retry") return nowMs <= 3 * DAY_MS + 5_000_000;
            expect(decision.atMs).toBeGreaterThan(nowMs);
            nowMs = decision.atMs;
          }
          return false;
        },
      ),
    );
  });
});
