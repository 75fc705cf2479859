import {
  type AlertRulePreview,
  RULE_TARGETS,
  type RuleType,
  readParams,
} from "@vedette/contract/alerts/alert-rules.ts";
import type { Preview } from "@vedette/contract/alerts/alerts.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { type PreviewTarget, preview } from "../../../pipeline/alerting/preview/preview.ts";
import { findSelectorErrors } from "../../../pipeline/selectors/queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { channelsOf, findChannelErrors, findTargetErrors, parseTarget } from "./definition.ts";
import { countPreviewResults, listRuleTargets } from "./queries.ts";
import type { RuleContext } from "./service.ts";

/**
 * Maximum number of results that one request replays: about ten seconds of work, within the response timeout.
 */
const RESULTS_MAX = 1_500_000;
const TARGETS_MAX = 10_000;

type PreviewContext = Pick<RuleContext, "db" | "orgId" | "clock">;

/** Returns the alerts that a rule would have opened in the last days. The rule is not stored. */
export async function previewRule(
  ctx: PreviewContext,
  input: AlertRulePreview,
  { resultsMax = RESULTS_MAX }: { resultsMax?: number } = {},
): Promise<Preview> {
  const { db, orgId } = ctx;
  const { value: target, errors: targetErrors } = parseTarget(input);
  const { condition, errors: paramErrors } = readParams(input.type, input.params);
  const errors = [
    ...findPreviewErrors(input.type),
    ...targetErrors,
    ...(paramErrors ?? []),
    ...(await findTargetErrors(db, orgId, { type: input.type, target })),
    ...(await findSelectorErrors(db, orgId, { before: null, after: input.selector ?? null })),
    ...(await findChannelErrors(db, orgId, { channelIds: channelsOf(input), input })),
  ];
  if (errors.length > 0 || condition === null) throw badFields(errors);
  const kinds = target === null ? RULE_TARGETS[input.type] : [target.kind];
  const targets = (
    await listRuleTargets(db, orgId, {
      ...{ kinds, id: target?.id ?? null },
      selector: input.selector ?? null,
      limit: TARGETS_MAX,
    })
  ).map(
    ({ id, kind, name, results_a_day }): PreviewTarget => ({
      id,
      kind,
      name,
      resultsADay: results_a_day ?? ON_DEMAND_A_DAY,
    }),
  );
  const nowMs = ctx.clock.now();
  const since = new Date(nowMs - input.days * DAY_MS);
  await assertReplayable(ctx, targets, { since, resultsMax });
  return preview(db, {
    orgId,
    condition,
    timing: {
      cooldownMs: input.cooldown_seconds * 1_000,
      confirmMs: input.confirm_seconds * 1_000,
      recoveryThreshold: input.recovery_threshold,
    },
    targets,
    days: input.days,
    nowMs,
  });
}

function findPreviewErrors(type: RuleType): ErrorDetail[] {
  if (type !== "missed" && type !== "no_data") return [];
  return [{ path: "type", message: `cannot be previewed: no result triggers rules of type '${type}'` }];
}

const DAY_MS = 86_400_000;

/** Estimate for a target without an interval: more runs a day than are ever triggered by hand. */
const ON_DEMAND_A_DAY = 1_440;

async function assertReplayable(
  { db, orgId }: PreviewContext,
  targets: readonly PreviewTarget[],
  { since, resultsMax }: { since: Date; resultsMax: number },
): Promise<void> {
  const ids = targets.map(({ id }) => id);
  const stored = await countPreviewResults(db, orgId, { ids, since, countMax: resultsMax + 1 });
  if (stored <= resultsMax) return;
  const message = `would replay more than ${resultsMax.toLocaleString("en")} stored results; use fewer days or a single target`;
  throw badFields([{ path: "days", message }]);
}
