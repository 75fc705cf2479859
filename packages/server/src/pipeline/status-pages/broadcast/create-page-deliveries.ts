import type { SubscriptionTopic } from "@vedette/contract/status-pages/subscriber-words.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Database } from "../../../platform/storage/database.ts";
import type { PageEventKind } from "../events/published-content.ts";
import { findNextBroadcast, insertPageDeliveries, markBroadcast } from "./broadcast-queries.ts";

/** Creates the deliveries of events that have none: one transaction an event, so that each has all of them or none. */
export async function createPageDeliveries({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  for (;;) {
    const isDone = await database.transaction(async (db) => {
      const event = await findNextBroadcast(db);
      if (!event) return true;
      const now = new Date(clock.now());
      await insertPageDeliveries(db, event, { topic: topicOf(event.kind), now });
      await markBroadcast(db, event.id, now);
      return false;
    });
    if (isDone) return;
  }
}

function topicOf(kind: PageEventKind): SubscriptionTopic {
  return kind.startsWith("maintenance_") ? "maintenance" : "incidents";
}
