import { t } from "../../../language/t.ts";

export type Series = {
  label: string;
  /** A color of the theme: "--accent", "--up". */
  color: `--${string}`;
  /** One value for each instant; null for a gap, undefined for an instant of other series, across which the line goes on. */
  values: readonly (number | null | undefined)[];
  dash?: "dashed" | "dotted";
  /** Draws an area on top of the previous stacked series. The values are the height of the area. */
  isStacked?: boolean;
  /** Fills the area down to the series with this label. */
  fillTo?: string;
};

/** A time that is shaded in the chart. */
export type ChartSpan = { fromMs: number; toMs: number; kind: SpanKind; label: string };
export type SpanKind = "down" | "degraded" | "maintenance" | "unmeasured" | "missed" | "window";

/** An instant that is marked in the chart. */
export type ChartMarker = { atMs: number; kind: MarkerKind; label: string };
export type MarkerKind = "alert" | "deploy";

export type TimeRange = { fromMs: number; toMs: number };

/** How each kind of marker looks: alerts are dashed with a triangle at the bottom, deploys have it at the top. */
export const MARKER_STYLES: Record<
  MarkerKind,
  { label: string; color: `--${string}`; text: string; symbol: string; isAtTop: boolean }
> = {
  alert: { label: t("Alert"), color: "--ink", text: "text-ink", symbol: "▲", isAtTop: false },
  deploy: { label: t("Deploy"), color: "--accent", text: "text-accent", symbol: "▼", isAtTop: true },
};

/** How each kind of span looks: an area, a hatched area, or a bar at the bottom below what happened in it. */
export const SPAN_STYLES: Record<
  SpanKind,
  { label: string; color: `--${string}`; background: string; look: "area" | "hatched" | "bar" }
> = {
  down: { label: t("Down"), color: "--down", background: "bg-down", look: "area" },
  degraded: { label: t("Degraded"), color: "--degraded", background: "bg-degraded", look: "area" },
  maintenance: {
    label: t("Maintenance"),
    color: "--maintenance",
    background: "bg-maintenance",
    look: "hatched",
  },
  unmeasured: { label: t("Without a status"), color: "--paused", background: "bg-paused", look: "hatched" },
  missed: {
    label: t("Not measured: missed checks"),
    color: "--missed",
    background: "bg-missed",
    look: "hatched",
  },
  window: {
    label: t("Maintenance window"),
    color: "--maintenance",
    background: "bg-maintenance",
    look: "bar",
  },
};
