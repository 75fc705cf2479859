export type Series = {
  label: string;
  /** A color of the theme: "--accent", "--up". */
  color: `--${string}`;
  /** One value for each instant; null for a gap. */
  values: readonly (number | null)[];
  isDashed?: boolean;
  /** Draws an area on top of the previous stacked series. The values are the height of the area. */
  isStacked?: boolean;
  /** Fills the area down to the series with this label. */
  fillTo?: string;
};

/** A time that is shaded in the chart. */
export type ChartSpan = { fromMs: number; toMs: number; kind: SpanKind; label: string };
export type SpanKind = "down" | "degraded" | "maintenance" | "unmeasured" | "missed";

/** An instant that is marked in the chart. */
export type ChartMarker = { atMs: number; kind: MarkerKind; label: string };
export type MarkerKind = "alert" | "deploy";

export type TimeRange = { fromMs: number; toMs: number };

/** How each kind of marker looks: alerts are dashed with a triangle at the bottom, deploys have it at the top. */
export const MARKER_STYLES: Record<
  MarkerKind,
  { label: string; color: `--${string}`; text: string; symbol: string; isAtTop: boolean }
> = {
  alert: { label: "Alert", color: "--ink", text: "text-ink", symbol: "▲", isAtTop: false },
  deploy: { label: "Deploy", color: "--accent", text: "text-accent", symbol: "▼", isAtTop: true },
};

/** How each kind of span looks: down and degraded are filled, the others are hatched. */
export const SPAN_STYLES: Record<
  SpanKind,
  { label: string; color: `--${string}`; background: string; isHatched: boolean }
> = {
  down: { label: "Down", color: "--down", background: "bg-down", isHatched: false },
  degraded: { label: "Degraded", color: "--degraded", background: "bg-degraded", isHatched: false },
  maintenance: {
    label: "Maintenance",
    color: "--maintenance",
    background: "bg-maintenance",
    isHatched: true,
  },
  unmeasured: { label: "Without a status", color: "--paused", background: "bg-paused", isHatched: true },
  missed: {
    label: "Not measured: missed checks",
    color: "--missed",
    background: "bg-missed",
    isHatched: true,
  },
};
