import { CHECK_ERROR_CODES } from "../checks/check-errors.ts";

/** Why a run or one of its steps failed. A code is never renamed or reused. */
export const OWN_RUN_ERROR_CODES = [
  "UNKNOWN_VARIABLE",
  "INVALID_REQUEST",
  "EXTRACTION_FAILED",
  "NO_STEPS",
  "CANCELLED",
  "RUNNER_LOST",
  "NO_RUNNER",
  "SECRET_UNAVAILABLE",
  "INTERNAL",
  "STEP_FAILED",
  "NAVIGATION_FAILED",
  "ELEMENT_NOT_FOUND",
  "VISUAL_DIFFERENCE",
  "BROWSER_CRASHED",
  "SCRIPT_FAILED",
  "SCRIPT_SANDBOX_UNAVAILABLE",
] as const;
export type OwnRunErrorCode = (typeof OWN_RUN_ERROR_CODES)[number];

/** The error codes of checks, and those specific to runs. */
export const RUN_ERROR_CODES = [...CHECK_ERROR_CODES, ...OWN_RUN_ERROR_CODES] as const;
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];
