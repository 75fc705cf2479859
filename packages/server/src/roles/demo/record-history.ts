import type { OrgId } from "@vedette/contract/common/ids.ts";
import { NO_SUPPRESSION } from "../../pipeline/alerting/alerts/suppression.ts";
import { Alerting } from "../../pipeline/alerting/evaluation/alerting.ts";
import { RuleCache } from "../../pipeline/alerting/rules/rule-cache.ts";
import { ObservedChanges } from "../../pipeline/changes/observing/observed-changes.ts";
import { updateIncidents } from "../../pipeline/incidents/updating/update-incidents.ts";
import { ConnectionFacts } from "../../pipeline/results/recording/connection-facts.ts";
import {
  type FinishedReport,
  type RecordDeps,
  recordBatch,
} from "../../pipeline/results/recording/record-batch.ts";
import { ensurePartitionsOf } from "../../pipeline/results/retention/partitions.ts";
import { mergeLateResults } from "../../pipeline/results/rollups/late-results.ts";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import type { Definition } from "../../pipeline/scheduler/definition.ts";
import { findDefinitions } from "../../pipeline/scheduler/queries.ts";
import { type Clock, systemClock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Database } from "../../platform/storage/database.ts";
import { toLateResult } from "../threads/to-late-result.ts";
import { episodeBounds, type SampleTime } from "./episodes.ts";
import { cutIntoSlices } from "./history-slices.ts";
import { type SampleOutcome, type SampleRange, STEP_MS } from "./sample-history.ts";
import { SAMPLE_SERVICES } from "./sample-services.ts";

/**
 * Records generated history the way the scheduler records results, with a clock that runs through the past: states,
 * alerts and incidents come from the rules of the product, not from the generator.
 */
export type HistoryOf = (definition: Definition, range: SampleRange) => readonly SampleOutcome[];

/** What is stored as the runner of generated results. */
const RUNNER = "sample";

type RecordOptions = {
  orgId: OrgId;
  targetIds: readonly string[];
  range: SampleRange;
  time: SampleTime;
  historyOf: HistoryOf;
};

/** Returns the number of results. Takes about 8 s for 55,000. */
export async function recordHistory(
  { database, log }: { database: Database; log: Logger },
  { orgId, targetIds, range, time, historyOf }: RecordOptions,
): Promise<number> {
  const clock = { nowMs: range.fromMs, now: () => clock.nowMs, monotonic: systemClock.monotonic };
  const definitions = await findDefinitions(database, targetIds);
  const rules = await RuleCache.open({ database, log });
  let hasAlerts = false;
  const deps = recordDeps({ database, definitions, clock, rules, onAlerts: () => (hasAlerts = true) });
  const boundsMs = SAMPLE_SERVICES.flatMap((service) => episodeBounds(service, range, time));
  let results = 0;
  try {
    await ensurePartitionsOf(database, [...daysOf(range), range.toMs]);
    for (const fromMs of daysOf(range)) {
      const day = { fromMs, toMs: Math.min(fromMs + DAY_MS, range.toMs) };
      for (const slice of cutIntoSlices(reportsOf(day), { boundsMs, stepMs: STEP_MS })) {
        clock.nowMs = (slice.at(-1)?.slotMs ?? clock.nowMs) + 1_000;
        await recordBatch(deps, () => ({ reports: slice, gaps: [] }));
        results += slice.length;
        if (!hasAlerts) continue;
        hasAlerts = false;
        await updateIncidents({ database, clock, log, publish: () => {} }, orgId);
      }
    }
  } finally {
    await rules.stop();
  }
  return results;

  /** Of one day: the reports of a month took half of the CPU time for garbage collection. */
  function reportsOf(day: SampleRange): FinishedReport[] {
    const reports = definitions.flatMap((definition) => toReports(definition, historyOf(definition, day)));
    return reports.sort((a, b) => a.slotMs - b.slotMs);
  }
}

function recordDeps({
  database,
  definitions,
  clock,
  rules,
  onAlerts,
}: {
  database: Database;
  definitions: Definition[];
  clock: Clock;
  rules: RuleCache;
  onAlerts: () => void;
}): RecordDeps {
  const bySeries = new Map<number, Definition>();
  const put = (definition: Definition) => {
    for (const { seriesKey } of definition.series) bySeries.set(seriesKey, definition);
  };
  definitions.forEach(put);
  return {
    ...{ database, clock },
    changes: new ObservedChanges(),
    alerting: new Alerting({ rules, suppression: NO_SUPPRESSION, clock, publish: onAlerts }),
    connectionFacts: new ConnectionFacts({ database, clock }),
    findTarget: (seriesKey) => bySeries.get(seriesKey) ?? null,
    isCurrent: () => true,
    loadSeries: async () => {},
    reload: async (targetIds) => (await findDefinitions(database, targetIds)).forEach(put),
    mergeLate: (db, some) => mergeLateResults(db, some.map(toLateResult)),
    ensurePartitions: (instantsMs) => ensurePartitionsOf(database, instantsMs),
  };
}

function toReports({ series, shard }: Definition, history: readonly SampleOutcome[]): FinishedReport[] {
  const [first] = series;
  if (first === undefined) return [];
  const { seriesKey, location } = first;
  return history.map(({ slotMs, outcome }) => ({
    ...{ seriesKey, shard, slotMs, location, trigger: "schedule", runner: RUNNER, outcome },
  }));
}

function daysOf({ fromMs, toMs }: SampleRange): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / DAY_MS) }, (_, day) => fromMs + day * DAY_MS);
}
