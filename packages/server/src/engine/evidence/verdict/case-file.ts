import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import type { VantageView } from "./vantage-view.ts";

/** What the rules see. */
export type CaseFile = {
  facts: EvidenceFacts;
  views: readonly VantageView[];
  /** Locations from which the target fails now. */
  bad: readonly VantageView[];
  /** Locations from which it works now. */
  good: readonly VantageView[];
};

/** Returns null if the rule does not apply. */
export type VerdictRule = (file: CaseFile) => Verdict | null;
