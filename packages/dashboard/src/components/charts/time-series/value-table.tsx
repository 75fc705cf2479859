import { t } from "../../../language/t.ts";
import { absoluteTime } from "../../time-ago.tsx";
import type { Series } from "./series.ts";

type ValueTableProps = {
  label: string;
  at: readonly string[];
  series: readonly Series[];
  text(value: number | null): string;
};

/** The values of a chart, newest first, without the times that have none. */
export function ValueTable({ label, at, series, text }: ValueTableProps) {
  // A limit has a value at every time.
  const measured = series.filter(({ values }) => new Set(values).size > 1 || at.length === 1);
  const indexes = at
    .map((_, index) => index)
    .filter((index) => (measured.length > 0 ? measured : series).some(({ values }) => values[index] != null))
    .reverse();
  if (indexes.length === 0) return <p className="text-soft">{t("No values in this period.")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section tabIndex={0} aria-label={label} className="max-h-80 overflow-auto">
      <table className="w-full text-start text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col">{t("Time")}</th>
            {series.map((one) => (
              <th key={one.label} scope="col" className="text-end">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={at[index]} className="border-t border-line">
              <th scope="row" className="font-normal">
                {absoluteTime(at[index] ?? "")}
              </th>
              {series.map((one) => (
                <td key={one.label} className="text-end">
                  {text(one.values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
