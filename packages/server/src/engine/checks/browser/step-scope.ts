import type { StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Locator, Page } from "playwright-core";
import type { RunValues } from "../api/run-values.ts";
import type { Show } from "../api/show-text.ts";
import type { Artifacts } from "./evidence/artifacts.ts";
import type { JourneyContext } from "./journey-context.ts";
import type { SecretFields } from "./secret-fields.ts";

/** What the steps of an attempt share. */
export type Attempt = {
  ctx: JourneyContext;
  newestPage(): Page;
  values: RunValues;
  /** Masks and cuts whatever leaves the run. */
  show: Show;
  secretFields: SecretFields;
  artifacts: Artifacts;
  /** The egress proxy's own words about a place that it did not connect to. */
  refusalOf(url: string): { code: "ADDRESS_BLOCKED" | "NAVIGATION_FAILED"; message: string } | null;
  baseUrl: string | null;
  /** The address that a step means, `baseUrl` in place of the journey's own; its variables are in place. */
  addressOf(text: string): string;
  secretNames: readonly string[];
  baselines: Readonly<Record<string, string>>;
};

/** What one step works with; all that waits ends by its time and by the signal. */
export type StepScope = Attempt & {
  index: number;
  /** Milliseconds until the step has to end; at least 1. */
  leftMs(): number;
  timeoutMs: number;
  signal: AbortSignal;
  /** The text with variables in place. Fails the step with UNKNOWN_VARIABLE. */
  fill(text: string): string;
  /** Whether a secret stands in the text. */
  namesSecret(text: string): boolean;
  /** The element that a selector means, once it is there; on the newest page, though that changes meanwhile. */
  locate(selector: string): Promise<Locator>;
};

/** What a step adds to its outcome. */
export type StepYield = Partial<
  Pick<
    StepOutcome,
    "request" | "response" | "assertions" | "extracted" | "screenshot" | "visualDiff" | "url" | "error"
  >
>;
