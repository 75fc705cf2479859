/** Import it lazily: `lazy(() => import("…/time-series-chart.tsx").then(…))`; uPlot is 50 kB. */

export type Series = {
  label: string;
  /** A name of the theme: "--accent", "--up". */
  colour: `--${string}`;
  /** One for each instant; null for none. */
  values: readonly (number | null)[];
  isDashed?: boolean;
  /** An area, which stands on the stacked ones before it. Its values are its own height. */
  isStacked?: boolean;
};
