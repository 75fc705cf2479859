import type { JobHandlers } from "../../platform/jobs/job-definitions.ts";
import { type BurnRateDeps, evaluateBurnRates } from "./burn-rate/evaluate-burn-rates.ts";
import { evaluateDomainExpiry } from "./expiry/evaluate-domain-expiry.ts";
import { createSilenceJob } from "./silence/evaluate-silence.ts";

type EvaluationJob = "alerts.silence" | "alerts.expiry" | "alerts.burn_rate";

/** The jobs that evaluate rules that no result triggers. Create them when the process starts. */
export function evaluationJobs(deps: BurnRateDeps): Pick<JobHandlers, EvaluationJob> {
  return {
    "alerts.silence": createSilenceJob(deps),
    "alerts.expiry": (run) => evaluateDomainExpiry(deps, run),
    "alerts.burn_rate": (run) => evaluateBurnRates(deps, run),
  };
}
