import type { JourneyStats } from "@vedette/contract/targets/stats.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { listJourneyStepSeries } from "./queries.ts";
import { runStats } from "./run-stats.ts";
import type { TargetStatsRequest } from "./target-stats.ts";

export type JourneyStatsRequest = Omit<TargetStatsRequest, "kind" | "targetId"> & { journeyId: string };

/** Throws not-found if the organization has no such journey. */
export async function journeyStats(
  db: Db,
  { journeyId, ...request }: JourneyStatsRequest,
): Promise<JourneyStats> {
  const location = request.location ?? null;
  const stats = await runStats(db, { ...request, kind: "journey", targetId: journeyId }, () =>
    listJourneyStepSeries(db, request.orgId, { journeyId, location }),
  );
  return { journey_id: journeyId, ...stats };
}
