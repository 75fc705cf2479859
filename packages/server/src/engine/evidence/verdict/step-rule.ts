import type { VerdictRule } from "./case-file.ts";
import { failing } from "./vantage-view.ts";

/** Steps of runs: everything that the collection can try works. */
export const stepRule: VerdictRule = ({ facts, views }) => {
  const { step } = facts.target;
  if (step === null || views.length === 0 || views.some((view) => failing(view).length > 0)) return null;
  const isChecked = views.every(({ facts: { check } }) => check?.error == null);
  const isReached = views.some(({ findings }) => findings.length > 0);
  if (!isChecked || !isReached) return null;
  const failed = `Step ${step.index + 1}, "${step.name}", fails: ${step.message ?? step.code ?? "no reason is known"}`;
  if (step.is_browser) {
    return {
      ...{ layer: "browser", scope: "unknown", certainty: "likely" },
      summary: `The host of the page works from every location that was asked.\n${failed}`,
    };
  }
  if (step.code !== "ASSERTION_FAILED" && step.code !== "EXTRACTION_FAILED") return null;
  return { ...{ layer: "content", scope: "unknown", certainty: "likely" }, summary: failed };
};
