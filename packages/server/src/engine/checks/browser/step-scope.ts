import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Locator, Page } from "playwright-core";
import type { RunValues } from "../api/run-values.ts";
import type { AttemptShow } from "../api/show-text.ts";
import type { Artifacts } from "./evidence/artifacts.ts";
import type { JourneyContext } from "./journey-context.ts";
import type { SecretFields } from "./secret-fields.ts";

/** The state that the steps of an attempt share. */
export type JourneyAttempt = {
  ctx: JourneyContext;
  newestPage(): Page;
  values: RunValues;
  /** Masks and truncates every text that leaves the run. */
  show: AttemptShow;
  secretFields: SecretFields;
  artifacts: Artifacts;
  /** Returns the egress proxy's explanation for a destination that it did not connect to. */
  blockReasonOf(url: string): { code: "ADDRESS_BLOCKED" | "NAVIGATION_FAILED"; message: string } | null;
  baseUrl: string | null;
  /**
   * Resolves the URL of a step, with `baseUrl` in place of the journey's own; its variables are already
   * resolved.
   */
  resolveUrl(text: string): string;
  secretNames: readonly string[];
  baselines: Readonly<Record<string, string>>;
};

/** The context of one step; its timeout and the signal end all waits. */
export type StepScope = JourneyAttempt & {
  index: number;
  /** Returns the milliseconds until the step must end; at least 1. */
  leftMs(): number;
  timeoutMs: number;
  signal: AbortSignal;
  /** Resolves the variables of a text. Throws UNKNOWN_VARIABLE for an unknown one. */
  fill(text: string): string;
  /** Returns whether the text contains a secret. */
  namesSecret(text: string): boolean;
  /** Waits for the element of a selector on the newest page, which may change meanwhile. */
  locate(selector: string): Promise<Locator>;
};

/** The fields that a step adds to its outcome. */
export type StepYield = Partial<
  Pick<
    StepOutcome,
    "request" | "response" | "assertions" | "extracted" | "screenshot" | "visualDiff" | "url" | "error"
  >
>;
