import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { WaterfallRow } from "./waterfall-rows.ts";

type WaterfallValuesProps = {
  title: string;
  rowNoun: string;
  rows: readonly WaterfallRow[];
  labels: readonly string[];
};

const CELL = "px-2 py-1.5 text-end whitespace-nowrap tabular-nums";

/** The bars of a waterfall as a table. */
export function WaterfallValues({ title, rowNoun, rows, labels }: WaterfallValuesProps) {
  // A part that is its whole row repeats the duration.
  const columns = rows.every(({ parts }) => parts.length <= 1) ? [] : labels;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={t("{title} as a table", { title })}>
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">{title}</caption>
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-start">
              {rowNoun}
            </th>
            <th scope="col" className={CELL}>
              {t("Start")}
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className={CELL}>
                {label}
              </th>
            ))}
            <th scope="col" className={CELL}>
              {t("Total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-start font-normal wrap-anywhere">
                {row.label}
              </th>
              <td className={CELL}>{responseText(row.startMs)}</td>
              {columns.map((label) => (
                <td key={label} className={CELL}>
                  {responseText(row.parts.find((one) => one.label === label)?.ms ?? null)}
                </td>
              ))}
              <td className={CELL}>{responseText(row.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
