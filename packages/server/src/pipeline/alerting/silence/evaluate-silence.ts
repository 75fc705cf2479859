import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { applyVerdicts, type Judged, type VerdictDeps } from "../evaluation/apply-verdicts.ts";
import { listSilenceRules } from "../evaluation/queries.ts";
import { appliesTo, type Rule } from "../rules/rule.ts";
import { toRule } from "../rules/to-rule.ts";
import { listSilentTargets, type SilentTargetRow } from "./queries.ts";
import { isSilenceCondition, type SilenceFacts, silenceVerdict } from "./silence-verdict.ts";

/**
 * Evaluates the rules of the types `missed` and `no_data`, which are about results that do not arrive: as a job,
 * because no result triggers them. Alerts open and resolve like those of other rules.
 */

export type SilenceDeps = VerdictDeps & { clock: Clock; log: Logger };

/**
 * After the start of the process nothing is evaluated for so long: after an outage of Vedette every target would
 * alert at once, and recover with the first result.
 */
const AFTER_START_MS = 120_000;

/** The handler of the job `alerts.silence`. Create it when the process starts. */
export function createSilenceJob(deps: SilenceDeps): (run: { signal: AbortSignal }) => Promise<void> {
  const startedAtMs = deps.clock.monotonic();
  return async ({ signal }) => {
    if (deps.clock.monotonic() - startedAtMs >= AFTER_START_MS) await evaluateSilence(deps, signal);
  };
}

async function evaluateSilence(deps: SilenceDeps, signal: AbortSignal): Promise<void> {
  const nowMs = deps.clock.now();
  await applyVerdicts(deps, await judgeTargets(deps, nowMs), { nowMs, signal });
}

async function judgeTargets({ database, log }: SilenceDeps, nowMs: number): Promise<Judged[]> {
  const rows = await withNestedGroups(database, await listSilenceRules(database));
  const rules = rows.flatMap((row) => toRule(row, log) ?? []);
  if (rules.length === 0) return [];
  const targets = await listSilentTargets(database, {
    organizations: shortestTimes(rules),
    ruleIds: rules.map(({ id }) => id),
    now: new Date(nowMs),
  });
  return targets.flatMap((target) =>
    rules.flatMap((rule): Judged[] => {
      const { condition } = rule;
      if (rule.orgId !== target.orgId || !appliesTo(condition.type, rule, target)) return [];
      if (!isSilenceCondition(condition)) return [];
      return [{ rule, target, verdict: silenceVerdict(condition, toFacts(target), nowMs) }];
    }),
  );
}

/** The shortest time of the rules of each organization. */
function shortestTimes(rules: readonly Rule[]): { orgId: string; minutes: number }[] {
  return [...Map.groupBy(rules, ({ orgId }) => orgId)].map(([orgId, some]) => ({
    orgId,
    minutes: Math.min(
      ...some.map(({ condition }) => (isSilenceCondition(condition) ? condition.params.minutes : Infinity)),
    ),
  }));
}

function toFacts(row: SilentTargetRow): SilenceFacts {
  return {
    status: row.status,
    statusReason: row.status_reason,
    intervalMs: row.interval_ms,
    scheduledSinceMs: row.scheduled_since.getTime(),
    measuredMs: row.measured_at?.getTime() ?? null,
    judgedMs: row.judged_at?.getTime() ?? null,
    gapMs: row.gap_at?.getTime() ?? null,
    locations: row.locations,
  };
}
