import type { Series } from "./series.ts";

type Values = Series["values"];

/** Returns the drawn values of each series: stacked series on top of the previous ones, other series unchanged. Pure. */
export function stackedTops(series: readonly Pick<Series, "values" | "isStacked">[]): Values[] {
  let base: Values = [];
  return series.map(({ values, isStacked }) => {
    if (!isStacked) return values;
    // A missing value is no gap in the stack: a check without TLS still has a download phase.
    base = values.map((value, index) => {
      const below = base[index] ?? null;
      return value === null && below === null ? null : (value ?? 0) + (below ?? 0);
    });
    return base;
  });
}
