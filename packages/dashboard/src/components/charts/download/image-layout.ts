/** Where the texts of a chart's image are. Pure: `measure` returns the width of a text. */

type Measure = (text: string) => number;

/** Shortens a text to a width, with an ellipsis. */
export function fitText(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const characters = [...text];
  let [fits, fails] = [0, characters.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (measure(`${characters.slice(0, middle).join("")}…`) <= width) fits = middle;
    else fails = middle;
  }
  return `${characters.slice(0, fits).join("").trimEnd()}…`;
}

export type LegendPosition = { left: number; line: number };

/** Positions of legend entries, from left to right and then on the next line. */
export function layoutLegend(
  widths: readonly number[],
  { width, gap }: { width: number; gap: number },
): LegendPosition[] {
  let [left, line] = [0, 0];
  return widths.map((own) => {
    if (left > 0 && left + own > width) [left, line] = [0, line + 1];
    const position = { left, line };
    left += own + gap;
    return position;
  });
}
