import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { SendOutcome } from "../../alerting/messages/channel.ts";
import {
  type ClaimedDelivery,
  disableSubscriber,
  finishDelivery,
  markFailing,
  markWorking,
  retryDelivery,
} from "./broadcast-queries.ts";
import { decide } from "./delivery-decision.ts";

type Deps = { database: Database; clock: Clock; log: Logger; random: () => number };

/** Stores the outcome of a message, and what follows for the subscriber. */
export async function recordDeliveryOutcome(
  { database, clock, log, random }: Deps,
  { delivery, outcome, eventAtMs }: { delivery: ClaimedDelivery; outcome: SendOutcome; eventAtMs: number },
): Promise<void> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const { type, tries, failing_since: since } = delivery;
  const facts = { type, tries, eventAtMs, failingSinceMs: since?.getTime() ?? null, nowMs };
  const decision = decide(facts, outcome, random);
  if (decision.action === "sent") {
    await finishDelivery(database, delivery, { state: "sent", error: null, now });
    if (since !== null) await markWorking(database, delivery);
    return;
  }
  const { error } = decision;
  await database.transaction(async (db) => {
    if (decision.action === "retry")
      await retryDelivery(db, delivery, { at: new Date(decision.atMs), error });
    else await finishDelivery(db, delivery, { state: "failed", error, now });
    if (decision.action === "disable") await disableSubscriber(db, delivery, { now, error });
    else await markFailing(db, delivery, { now, error });
  });
  if (decision.action === "disable")
    log.info("status_page.subscriber_disabled", { subscriber_id: delivery.subscriber_id });
}
