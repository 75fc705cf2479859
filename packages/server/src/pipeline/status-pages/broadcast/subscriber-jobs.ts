import type { JobHandlers } from "../../../platform/jobs/job-definitions.ts";
import { remindOfMaintenances } from "../maintenances/remind-of-maintenances.ts";
import { UNCONFIRMED_FOR_MS } from "../subscribers/change-subscription.ts";
import { deleteUnconfirmed } from "../subscribers/subscriber-queries.ts";
import { type BroadcastDeps, Broadcasts } from "./broadcast.ts";
import { deleteOldDeliveries } from "./broadcast-queries.ts";
import { type ConfirmDeps, confirmSubscriber } from "./confirm-subscriber.ts";

export type SubscriberJob =
  | "status_pages.broadcast"
  | "status_pages.confirm"
  | "status_pages.overdue"
  | "status_pages.reminders"
  | "status_pages.retention";

/** How long it is known who was notified of what. */
const DELIVERIES_KEPT_MS = 90 * 86_400_000;

/** The background work of subscribers. */
export function subscriberJobs(deps: BroadcastDeps & ConfirmDeps): Pick<JobHandlers, SubscriberJob> {
  const { database, clock } = deps;
  const broadcasts = new Broadcasts(deps);
  return {
    "status_pages.broadcast": ({ signal }) => broadcasts.run({ signal }),
    "status_pages.overdue": ({ signal }) => broadcasts.run({ signal }),
    "status_pages.confirm": ({ data }) => confirmSubscriber(deps, data.subscriberId),
    "status_pages.reminders": ({ signal }) => remindOfMaintenances(deps, { signal }),
    "status_pages.retention": async () => {
      await deleteUnconfirmed(database, new Date(clock.now() - UNCONFIRMED_FOR_MS));
      await deleteOldDeliveries(database, new Date(clock.now() - DELIVERIES_KEPT_MS));
    },
  };
}
