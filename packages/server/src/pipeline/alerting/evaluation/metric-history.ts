import type { RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import { idTimeMs } from "../../../platform/kernel/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { RuleMemory } from "./evaluate.ts";
import { listNewestMetrics } from "./metric-queries.ts";
import { withMetric } from "./metrics.ts";

/** How far back values are looked for: three months of a monthly job. */
const HISTORY_MS = 93 * 86_400_000;

type MetricLoad = {
  params: RuleParams["metric"];
  heartbeatId: string;
  /** When the first result that is evaluated next was received. */
  beforeMs: number;
  memory: Pick<RuleMemory, "metric">;
};

/** Reads the earlier values that rules about a metric depend on, into their memory. */
export async function readMetricHistory(db: Db, loads: readonly MetricLoad[]): Promise<void> {
  const requests = loads.map(({ heartbeatId, beforeMs, params: { name, occurrences } }) => {
    return { heartbeatId, beforeMs, sinceMs: beforeMs - HISTORY_MS, name, limit: occurrences };
  });
  for (const { nr, id, value } of await listNewestMetrics(db, requests)) {
    const load = loads[nr - 1];
    if (!load) continue;
    const { params, memory } = load;
    memory.metric = withMetric(memory.metric, params, {
      atMs: idTimeMs(id),
      metrics: { [params.name]: value },
    });
  }
}
