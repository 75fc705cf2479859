import { assertNever } from "../../../../platform/kernel/errors.ts";
import { DAY_MS } from "../../../results/rollups/rollup.ts";
import { type BurnRatePreview, replayPairs } from "../burn-rate/preview-burn-rate.ts";
import { previewChanges } from "../changes/preview-changes.ts";
import { previewMetrics } from "../metrics/preview-metrics.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { sinceMsOf } from "../preview-request.ts";
import { replayInto } from "../replay-results.ts";
import { previewSilence } from "../silence/preview-silence.ts";
import { AlertTimes } from "./alert-times.ts";
import { GridCosts } from "./grid-costs.ts";
import { type Tuned, type TuneRequest, tuneTooLarge } from "./tune.ts";
import { type Combination, gridOf, type TunableCondition } from "./tune-grid.ts";

/**
 * Counts the alerts of a grid of settings of a rule that single results do not trigger. The combinations share the reads
 * of a preview, and each gives the alerts of its preview.
 */

type Typed<Type extends TunableCondition["type"]> = Extract<TunableCondition, { type: Type }>;
export type CountedCondition = Typed<"visual_diff_threshold" | "missed" | "no_data" | "metric" | "change">;

export async function tuneCounted(deps: PreviewDeps, request: TuneRequest<CountedCondition>): Promise<Tuned> {
  const { condition, timing } = request;
  const grid = gridOf({ condition, recoveryThreshold: timing.recoveryThreshold }, 1);
  const times = grid.map(() => new AlertTimes());
  await replayVariants(deps, request, { grid, times });
  const costs = new GridCosts(grid, request);
  costs.addCounted(times);
  return { combinations: costs.list(), outages: 0, sinceMs: sinceMsOf(request) };
}

/** The same for a rule about an SLO, which has targets of its own. */
export async function tuneBurnRate(
  deps: PreviewDeps,
  { params, ...request }: BurnRatePreview,
): Promise<Tuned> {
  const { timing, days, nowMs } = request;
  const condition = { type: "burn_rate" as const, params };
  const grid = gridOf({ condition, recoveryThreshold: timing.recoveryThreshold }, 1);
  const sets = grid.flatMap((each) => (each.condition.type === "burn_rate" ? [each.condition.params] : []));
  const opened = await replayPairs(deps, { ...request, params }, sets);
  const costs = new GridCosts(grid, { condition, timing, nowMs });
  costs.addCounted(
    opened.map((alerts) => ({
      found: alerts.map(({ atMs, resolvedMs }) => ({ fromMs: atMs, toMs: resolvedMs })),
    })),
  );
  return { combinations: costs.list(), outages: 0, sinceMs: nowMs - days * DAY_MS };
}

type Variants = { grid: readonly Combination[]; times: readonly AlertTimes[] };

function replayVariants(
  deps: PreviewDeps,
  request: TuneRequest<CountedCondition>,
  variants: Variants,
): Promise<void> {
  switch (request.condition.type) {
    case "missed":
    case "no_data":
      return previewSilence(
        deps,
        variantsOf(request, variants, (each) => each.type === "missed" || each.type === "no_data"),
      );
    case "metric":
      return previewMetrics(
        deps,
        variantsOf(request, variants, (each) => each.type === "metric"),
      );
    case "change":
      return previewChanges(
        deps,
        variantsOf(request, variants, (each) => each.type === "change"),
      );
    case "visual_diff_threshold":
      return replayEach(
        deps,
        variantsOf(request, variants, (each) => each.type === "visual_diff_threshold"),
      );
    default:
      return assertNever(request.condition);
  }
}

/** One preview after the other: only runs that compared a screenshot are read, which are few. */
async function replayEach(
  deps: PreviewDeps,
  variants: readonly VariantOf<Typed<"visual_diff_threshold">>[],
): Promise<void> {
  const { clock, limits } = deps;
  const endMs = clock.monotonic() + limits.durationMs;
  for (const { request, found } of variants) {
    const durationMs = endMs - clock.monotonic();
    if (durationMs <= 0) throw tuneTooLarge(`takes longer than ${limits.durationMs / 1_000} s`);
    const precision = await replayInto({ ...deps, limits: { ...limits, durationMs } }, request, found);
    if (precision !== "results") throw tuneTooLarge("needs too many results");
  }
}

type VariantOf<Condition extends TunableCondition> = { request: TuneRequest<Condition>; found: AlertTimes };

/** The combinations as requests, each with its sink. */
function variantsOf<Condition extends TunableCondition>(
  request: TuneRequest<CountedCondition>,
  { grid, times }: Variants,
  isOfType: (condition: TunableCondition) => condition is Condition,
): [VariantOf<Condition>, ...VariantOf<Condition>[]] {
  const [first, ...others] = grid.flatMap(({ condition, recoveryThreshold }, nr): VariantOf<Condition>[] => {
    const found = times[nr];
    if (found === undefined || !isOfType(condition)) return [];
    return [{ request: { ...request, condition, timing: { ...request.timing, recoveryThreshold } }, found }];
  });
  if (first === undefined) throw new Error("a grid contains the settings of its rule");
  return [first, ...others];
}
