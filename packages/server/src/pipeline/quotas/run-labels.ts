import type { RunLimit } from "@vedette/contract/billing/billing.ts";

/** Names of the run limits in error messages and mails. */
export const RUN_LABELS: Record<RunLimit, string> = {
  check_runs: "monitor checks",
  api_runs: "API monitor runs",
  browser_runs: "journey runs",
};
