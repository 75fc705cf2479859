import type { RunStep } from "@vedette/contract/runs/runs.ts";
import type { WaterfallLegend, WaterfallRow } from "../../components/charts/waterfall/waterfall-rows.ts";
import { t } from "../../language/t.ts";
import { timedPhases } from "../checks/phases/phases.ts";
import { stepTitle } from "../steps/step-title.ts";

/** The steps of an attempt as bars, each from its start. Pure. */

/** The bar of a journey's step has the color of its status. */
export const STEP_LEGEND: Record<RunStep["status"], WaterfallLegend> = {
  passed: { label: t("Passed"), color: "--up", background: "bg-up" },
  failed: { label: t("Failed"), color: "--down", background: "bg-down" },
  skipped: { label: t("Skipped"), color: "--paused", background: "bg-paused" },
};

type StepRows = {
  /** The start of the first step; null if none ran. */
  at: string | null;
  rows: WaterfallRow[];
};

/** With the phases of each request of an API monitor. */
export function requestRows(steps: readonly RunStep[]): StepRows {
  return rowsOf(steps, ({ name, response }) => ({
    label: response && response.redirects > 0 ? `${name} (${redirectText(response.redirects)})` : name,
    parts: response ? timedPhases(response.timings) : [],
  }));
}

/** With the status of each step of a journey. */
export function journeyRows(steps: readonly RunStep[]): StepRows {
  return rowsOf(steps, ({ name, status, duration_ms: ms }) => ({
    label: stepTitle(name),
    parts: ms === null ? [] : [{ ...STEP_LEGEND[status], ms }],
  }));
}

function redirectText(redirects: number): string {
  return t("{count, plural, one {# redirect} other {# redirects}}", { count: redirects });
}

function rowsOf(
  steps: readonly RunStep[],
  look: (step: RunStep) => Pick<WaterfallRow, "label" | "parts">,
): StepRows {
  const starts = steps.flatMap(({ started_at: at }) => (at === null ? [] : [Date.parse(at)]));
  const beginMs = starts.length === 0 ? null : Math.min(...starts);
  return {
    at: beginMs === null ? null : new Date(beginMs).toISOString(),
    rows: steps.map((step) => {
      const { label, parts } = look(step);
      const { index, attempt, started_at: at, duration_ms: durationMs } = step;
      const startMs = at === null || beginMs === null ? null : Date.parse(at) - beginMs;
      return { id: `${attempt} ${index}`, label: `${index + 1}. ${label}`, startMs, durationMs, parts };
    }),
  };
}
