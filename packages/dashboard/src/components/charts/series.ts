export type Series = {
  label: string;
  /** A color of the theme: "--accent", "--up". */
  color: `--${string}`;
  /** One value for each instant; null for a gap. */
  values: readonly (number | null)[];
  isDashed?: boolean;
  /** Draws an area on top of the previous stacked series. The values are the height of the area. */
  isStacked?: boolean;
};
