import type { SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";

/** Decides what follows from the outcome of a message to a subscriber. Pure. */
export type DeliveryDecision =
  | { action: "sent" }
  | { action: "retry"; atMs: number; error: string }
  /** The event is too old. */
  | { action: "fail"; error: string }
  /** Nothing is sent to the subscriber any more. */
  | { action: "disable"; error: string };

export type DeliveryFacts = {
  type: SubscriberType;
  /** Failed tries before this one. */
  tries: number;
  eventAtMs: number;
  /** The first failure since the last message that was accepted; null without one. */
  failingSinceMs: number | null;
  nowMs: number;
};

const DAY_MS = 86_400_000;
const RETRY_FIRST_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
/** ±25 %, so that messages that failed together are not retried together. */
const JITTER = 0.25;
/** A mail server that is down for longer loses the news; the page still has them. */
const MAIL_RETRY_FOR_MS = DAY_MS;
/** How long the receiver of a webhook may fail before it is disabled, and how long an event is retried. */
const FAILING_FOR_MS = 3 * DAY_MS;

export function decide(facts: DeliveryFacts, outcome: SendOutcome, random: () => number): DeliveryDecision {
  if (outcome.ok) return { action: "sent" };
  const { type, tries, eventAtMs, failingSinceMs, nowMs } = facts;
  const { error, isPermanent, retryAfterSeconds } = outcome;
  if (isPermanent) return { action: "disable", error };
  // A fault of the operator's mail server is none of the recipient.
  if (type !== "email" && nowMs - (failingSinceMs ?? nowMs) >= FAILING_FOR_MS)
    return { action: "disable", error: `no message was accepted for 3 days: ${error}` };
  if (isTooOld(type, nowMs - eventAtMs)) return { action: "fail", error };
  const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(tries, 10));
  const jittered = waitMs * (1 + JITTER * (2 * random() - 1));
  const wantedMs = Math.min((retryAfterSeconds ?? 0) * 1_000, RETRY_MAX_MS);
  return { action: "retry", atMs: Math.ceil(nowMs + Math.max(jittered, wantedMs)), error };
}

/** Whether an event of this age is no news any more. */
export function isTooOld(type: SubscriberType, ageMs: number): boolean {
  return ageMs >= (type === "email" ? MAIL_RETRY_FOR_MS : FAILING_FOR_MS);
}
