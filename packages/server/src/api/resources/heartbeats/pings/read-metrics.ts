import type { TargetId } from "@vedette/contract/common/ids.ts";
import {
  type HeartbeatMetrics,
  METRIC_POINTS_MAX,
  type MetricsQuery,
} from "@vedette/contract/heartbeats/pings.ts";
import { getTarget, type TargetContext } from "../../../../pipeline/targets/lifecycle.ts";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import { badFields } from "../../../../platform/kernel/errors.ts";
import { idTimeMs } from "../../../../platform/kernel/ids.ts";
import { HEARTBEATS } from "../heartbeat-type.ts";
import { listMetricPoints } from "./queries.ts";

type ReadContext = Pick<TargetContext, "db" | "orgId"> & { clock: Pick<Clock, "now"> };

const DEFAULT_MS = 7 * 86_400_000;

/** The values that pings of a heartbeat carried, by metric. */
export async function readMetrics(
  ctx: ReadContext,
  id: TargetId,
  query: MetricsQuery,
): Promise<HeartbeatMetrics> {
  const { id: heartbeatId, org_id: orgId } = await getTarget(ctx, HEARTBEATS, id);
  const to = query.to ?? new Date(ctx.clock.now() + 1);
  const from = query.from ?? new Date(to.getTime() - DEFAULT_MS);
  if (from >= to) throw badFields([{ path: "from", message: "must be before `to`" }]);
  const rows = await listMetricPoints(ctx.db, orgId, { heartbeatId, from, to, limit: METRIC_POINTS_MAX });
  const metrics = [...Map.groupBy(rows, ({ name }) => name)].map(([name, points]) => ({
    name,
    points: points.map((point) => ({ at: new Date(idTimeMs(point.id)).toISOString(), value: point.value })),
  }));
  return { metrics };
}
