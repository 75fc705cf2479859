import {
  NOISE_RULES_MAX,
  type NoiseReport,
  type RuleNoiseQuery,
} from "@vedette/contract/alerts/rule-noise.ts";
import { noiseScore } from "../../../pipeline/alerting/noise/noise-score.ts";
import { findNoiseMonth, listNoise } from "../../../pipeline/alerting/noise/queries.ts";
import { notFound } from "../../../platform/kernel/errors.ts";
import type { RuleContext } from "./service.ts";

/** Returns the noise of the rules of the organization in a month, noisiest first. */
export async function readNoise(
  { db, orgId, clock }: Pick<RuleContext, "db" | "orgId" | "clock">,
  { month = null }: { month?: RuleNoiseQuery["month"] | null },
): Promise<NoiseReport> {
  const found = await findNoiseMonth(db, orgId, { month, now: new Date(clock.now()) });
  if (found === null) throw notFound("organization");
  const rules = (await listNoise(db, orgId, found))
    .map(({ rule_id, name, ...counts }) => ({ rule_id, name, score: noiseScore(counts), ...counts }))
    .sort((a, b) => b.score - a.score || b.alerts - a.alerts || a.name.localeCompare(b.name));
  return {
    month: found.month,
    time_zone: found.time_zone,
    from: found.from_at.toISOString(),
    to: found.to_at.toISOString(),
    rules: rules.slice(0, NOISE_RULES_MAX),
  };
}
