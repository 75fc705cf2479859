import type { Series } from "./series.ts";

type Values = Series["values"];

/** Where each series is drawn: stacked ones on top of those before them, the others where their values are. Pure. */
export function stackedTops(series: readonly Pick<Series, "values" | "isStacked">[]): Values[] {
  let ground: Values = [];
  return series.map(({ values, isStacked }) => {
    if (!isStacked) return values;
    // Nothing of its own is no gap in what it stands on: a check without TLS still has a download.
    ground = values.map((value, index) => {
      const below = ground[index] ?? null;
      return value === null && below === null ? null : (value ?? 0) + (below ?? 0);
    });
    return ground;
  });
}
