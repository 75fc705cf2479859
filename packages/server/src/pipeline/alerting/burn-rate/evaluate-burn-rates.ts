import { PAIR_SHAPES } from "@vedette/contract/slos/burn-rates.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { readBurnRates } from "../../slos/burn-windows.ts";
import { findSloDefinition, type SloDefinitionRow, toDefinition } from "../../slos/queries.ts";
import { applyVerdicts, type Judged, type VerdictDeps } from "../evaluation/apply-verdicts.ts";
import { listBurnRateRules } from "../evaluation/queries.ts";
import type { RuleVerdict } from "../evaluation/rule-verdict.ts";
import type { Rule } from "../rules/rule.ts";
import { toRule } from "../rules/to-rule.ts";
import { burnRateVerdict } from "./burn-rate-verdict.ts";
import { listStandingTargets, listWorstTargets, type SloTargetRow } from "./queries.ts";

/**
 * The job `alerts.burn_rate`: evaluates the rules of the type `burn_rate`, which are about SLOs. An alert has a target, so one
 * target of the SLO stands for it: the one that used up the most of the budget, until the alert is resolved (ADR 0089).
 */

export type BurnRateDeps = VerdictDeps & { clock: Clock; log: Logger };

/** How many of the targets an alert names. */
const NAMED_TARGETS_MAX = 5;
/** Ends a run before the next one starts. */
const RUN_MS_MAX = 45_000;
/** Beyond it, the worst targets are those of the last hours. */
const WORST_WITHIN_MS = 6 * 3_600_000;

export async function evaluateBurnRates(
  deps: BurnRateDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { database, clock, log } = deps;
  const endMs = clock.monotonic() + RUN_MS_MAX;
  const rules = (await listBurnRateRules(database)).flatMap((row) => toRule(row, log) ?? []);
  let skipped = 0;
  for (const [sloId, some] of Map.groupBy(rules, (rule) => rule.sloId)) {
    if (signal.aborted) return;
    if (clock.monotonic() > endMs) {
      skipped += 1;
      continue;
    }
    const row = sloId === null ? null : await findSloDefinition(database, sloId);
    if (row === null) continue;
    const nowMs = clock.now();
    await applyVerdicts(deps, await judgeSlo(database, row, { rules: some, nowMs }), { nowMs, signal });
  }
  if (skipped > 0) log.warn("alerts.burn_rates_late", { slos: skipped });
}

type Asked = { rules: readonly Rule[]; nowMs: number };

async function judgeSlo(
  database: Database,
  row: SloDefinitionRow,
  { rules, nowMs }: Asked,
): Promise<Judged[]> {
  const slo = toDefinition(row);
  const rates = await readBurnRates(database, slo, nowMs);
  const standing = await listStandingTargets(database, {
    ruleIds: rules.map(({ id }) => id),
    now: new Date(nowMs),
  });
  const standingOf = new Map(standing.map(({ rule_id: ruleId, ...target }) => [ruleId, target]));
  const judged: Judged[] = [];
  for (const rule of rules) {
    if (rule.condition.type !== "burn_rate") continue;
    const named = { id: row.id, name: row.name, objective: row.objective };
    const verdict = burnRateVerdict(rule.condition.params.pairs, rates, named);
    const known = standingOf.get(rule.id);
    if (!verdict.holds) {
      if (known !== undefined) judged.push({ rule, target: known, verdict });
      continue;
    }
    const worst = await worstTargets(database, row, { verdict, nowMs });
    const target: SloTargetRow | undefined = known ?? worst[0];
    if (target === undefined) continue;
    const bad = worst.filter((each) => each.bad > 0).map(({ targetId: id, name }) => ({ id, name }));
    judged.push({ rule, target, verdict: { ...verdict, figures: { ...verdict.figures, targets: bad } } });
  }
  return judged;
}

/** The worst first. */
export function worstTargets(
  database: Pick<Database, "rows">,
  row: Omit<SloDefinitionRow, "id" | "name">,
  { verdict: { figures }, nowMs }: { verdict: RuleVerdict; nowMs: number },
) {
  const lengthMs = Math.min(PAIR_SHAPES[figures.pair ?? "1h"].longMs, WORST_WITHIN_MS);
  return listWorstTargets(database as Database, toDefinition(row), {
    ...{ from: new Date(nowMs - lengthMs), to: new Date(nowMs), limit: NAMED_TARGETS_MAX },
  });
}
