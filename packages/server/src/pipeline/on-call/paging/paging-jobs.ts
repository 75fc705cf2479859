import type { JobHandlers } from "../../../platform/jobs/job-definitions.ts";
import { PageSender, type PageSenderDeps } from "./send-pages.ts";
import { deleteOldDrillAcknowledgements, deleteOldPages } from "./send-queries.ts";

export type PagingJob = "on_call.send_pages" | "on_call.overdue_pages" | "on_call.page_retention";

/** As long as alerts. */
const PAGES_KEPT_MS = 400 * 86_400_000;

/** The background work of pages. */
export function pagingJobs(deps: PageSenderDeps): Pick<JobHandlers, PagingJob> {
  const { database, clock } = deps;
  const sender = new PageSender(deps);
  return {
    "on_call.send_pages": ({ signal }) => sender.run({ signal }),
    "on_call.overdue_pages": ({ signal }) => sender.run({ signal }),
    "on_call.page_retention": async () => {
      const before = new Date(clock.now() - PAGES_KEPT_MS);
      await deleteOldPages(database, before);
      await deleteOldDrillAcknowledgements(database, before);
    },
  };
}
