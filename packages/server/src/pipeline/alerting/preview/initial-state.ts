import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { DAY_MS } from "../../results/rollups/rollup.ts";
import { type PreviewRequest, warmUpMsOf } from "./preview-request.ts";
import { listDiffsBefore, listExpiriesBefore, listFailureStreaks, type NewestValueRow } from "./queries.ts";
import type { TargetReplay } from "./target-replay.ts";

/** How far back to look for the newest certificate or comparison, as evaluation does. */
const NEWEST_WITHIN_MS = 2 * DAY_MS;

const NEWEST: Partial<Record<RuleType, typeof listExpiriesBefore>> = {
  ssl_expiry: listExpiriesBefore,
  visual_diff_threshold: listDiffsBefore,
};

/** Reads the state of conditions without a window at the start of the period: what was wrong before is not new. */
export async function startReplays(
  db: Db,
  { request, replays }: { request: PreviewRequest; replays: readonly TargetReplay[] },
): Promise<void> {
  const { type } = request.condition;
  const before = new Date(warmUpMsOf(request));
  const seriesKeys = replays.flatMap(({ series }) => series.map(({ seriesKey }) => seriesKey));
  const needsStatus = type === "consecutive_failures" || type === "flapping";
  const streaks = needsStatus ? await listFailureStreaks(db, seriesKeys, before) : [];
  const since = new Date(before.getTime() - NEWEST_WITHIN_MS);
  const values: NewestValueRow[] = (await NEWEST[type]?.(db, { seriesKeys, since, before })) ?? [];
  const failures = new Map(streaks.map((row) => [row.series_key, row.failures]));
  const newest = new Map(values.map((row) => [row.series_key, row.value]));
  for (const replay of replays) replay.start({ failures, newest });
}
