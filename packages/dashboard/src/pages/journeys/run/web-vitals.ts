import type { Run } from "@vedette/contract/runs/runs.ts";
import { t } from "../../../language/t.ts";

export type WebVitals = NonNullable<Run["web_vitals"]>;
export type Rating = "good" | "needs improvement" | "poor";

export type Vital = {
  field: keyof WebVitals;
  short: string;
  long: string;
  /** Thresholds for good and poor. Source: web.dev/articles/vitals. */
  limits: readonly [good: number, poor: number];
};

export const VITALS: readonly Vital[] = [
  { field: "lcp_ms", short: "LCP", long: t("Largest contentful paint"), limits: [2_500, 4_000] },
  { field: "inp_ms", short: "INP", long: t("Interaction to next paint"), limits: [200, 500] },
  { field: "cls", short: "CLS", long: t("Cumulative layout shift"), limits: [0.1, 0.25] },
  { field: "fcp_ms", short: "FCP", long: t("First contentful paint"), limits: [1_800, 3_000] },
  { field: "ttfb_ms", short: "TTFB", long: t("Time to first byte"), limits: [800, 1_800] },
];

export function ratingOf({ limits: [good, poor] }: Vital, value: number): Rating {
  if (value <= good) return "good";
  return value <= poor ? "needs improvement" : "poor";
}
