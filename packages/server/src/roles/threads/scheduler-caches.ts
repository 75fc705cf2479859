import { RunQuotas } from "../../api/resources/billing/run-quotas.ts";
import { WindowCache } from "../../pipeline/alerting/maintenance/window-cache.ts";
import { RuleCache } from "../../pipeline/alerting/rules/rule-cache.ts";
import { watchPrivateLocations } from "../../pipeline/locations/private-locations.ts";
import type { Definition } from "../../pipeline/scheduler/definition.ts";
import { TraceOutbox } from "../../pipeline/telemetry/traces/trace-outbox.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";

/** What a scheduler looks up in memory for every slot or result. */
export type SchedulerCaches = Awaited<ReturnType<typeof openSchedulerCaches>>;

/** `onUsedUp` is also called for quotas that were used up before. */
export async function openSchedulerCaches(
  deps: { database: Database; clock: Clock; log: Logger },
  onUsedUp: (quota: Pick<Definition, "orgId" | "kind">) => void,
) {
  const rules = await RuleCache.open(deps);
  const windows = await WindowCache.open(deps);
  const quotas = await RunQuotas.open({ ...deps, onUsedUp });
  const privateLocations = await watchPrivateLocations(deps);
  const traces = await TraceOutbox.start(deps);
  return {
    traces,
    rules,
    windows,
    quotas,
    privateLocations,
    async stop(): Promise<void> {
      for (const cache of [rules, windows, quotas, privateLocations, traces]) await cache.stop();
    },
  };
}
