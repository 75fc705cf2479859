import { type ReactNode, useId, useState } from "react";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { Button } from "../../button.tsx";
import { DownloadMenu } from "../download/download-menu.tsx";
import { axisTicks, placeParts, totalMs, type WaterfallLegend, type WaterfallRow } from "./waterfall-rows.ts";
import { partLabels, waterfallTable } from "./waterfall-table.ts";
import { WaterfallValues } from "./waterfall-values.tsx";

type WaterfallProps = {
  title: string;
  /** What the chart is about, for the names of downloads: the name of the target. */
  subject: string;
  /** What a row is: "Step". */
  rowNoun: string;
  /** The start of the axis. */
  at: string;
  rows: readonly WaterfallRow[];
  legend: readonly WaterfallLegend[];
  note?: ReactNode;
};

/** A bar for each row on one time axis, the same as a table, and downloads. */
export function Waterfall({ title, subject, rowNoun, at, rows, legend, note }: WaterfallProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const endMs = totalMs(rows);
  const labels = partLabels(rows);
  const shown = legend.filter(({ label }) => labels.includes(label) || label === REST);
  const range = { fromMs: Date.parse(at), toMs: Date.parse(at) + endMs };
  return (
    <figure className="card grid min-w-0 gap-3 p-4" aria-labelledby={id}>
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span id={id} className="font-semibold">
          {title}
        </span>
        <span className="flex flex-wrap gap-2">
          <DownloadMenu
            label={title}
            download={{
              file: () => ({ subject, title, range }),
              table: () => waterfallTable(rows, at),
              image: async () => {
                const [{ waterfallImage }, { absoluteTime }] = await Promise.all([
                  import("./waterfall-image.ts"),
                  import("../../time-ago.tsx"),
                ]);
                const subtitle = absoluteTime(at);
                return waterfallImage({ title: `${subject}: ${title}`, subtitle, rows, legend: shown });
              },
            }}
          />
          <Button variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t("As a table")}
          </Button>
        </span>
      </figcaption>
      {isTable ? (
        <WaterfallValues rows={rows} labels={labels} rowNoun={rowNoun} title={title} />
      ) : (
        <>
          <Bars rows={rows} endMs={endMs} />
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
            {shown.map(({ label, background }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span className={`size-2.5 rounded-sm forced-color-adjust-none ${background}`} />
                {label}
              </li>
            ))}
          </ul>
        </>
      )}
      {note}
    </figure>
  );
}

/** The label of the rest of a row, which has no part. */
export const REST = t("Overhead");

const TICKS_MAX = 4;
const GRID =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(0,14rem)_1fr_4.5rem]";

function Bars({ rows, endMs }: { rows: readonly WaterfallRow[]; endMs: number }) {
  const ticks = axisTicks(endMs, TICKS_MAX);
  return (
    <div className="grid gap-1.5 text-[0.8125rem]">
      <div aria-hidden="true" className={GRID}>
        <span className="max-sm:hidden" />
        <span dir="ltr" className="relative mx-0 block h-5 text-soft tabular-nums max-sm:col-span-2">
          {ticks.map((tick) => (
            <span
              key={tick}
              className={`absolute whitespace-nowrap ${placeText(tick / endMs)}`}
              style={{ left: `${(100 * tick) / endMs}%` }}
            >
              {responseText(tick)}
            </span>
          ))}
        </span>
      </div>
      <ol className="grid gap-1.5">
        {rows.map((row) => (
          <li key={row.id} className={GRID}>
            <span className="truncate" title={row.label}>
              {row.label}
            </span>
            <span className="text-end tabular-nums sm:order-last">
              {row.startMs === null ? t("not run") : responseText(row.durationMs)}
            </span>
            <BarTrack row={row} endMs={endMs} ticks={ticks} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The texts at both ends stay within the axis. */
function placeText(share: number): string {
  if (share === 0) return "";
  return share > 0.93 ? "-translate-x-full" : "-translate-x-1/2";
}

type BarTrackProps = { row: WaterfallRow; endMs: number; ticks: readonly number[] };

function BarTrack({ row, endMs, ticks }: BarTrackProps) {
  const share = (ms: number) => `${(100 * ms) / endMs}%`;
  return (
    <span
      dir="ltr"
      className="relative block h-4 rounded-sm bg-raised forced-color-adjust-none max-sm:col-span-2"
    >
      {ticks.slice(1).map((tick) => (
        <span
          key={tick}
          aria-hidden="true"
          className="absolute inset-y-0 w-px bg-line"
          style={{ left: share(tick) }}
        />
      ))}
      {row.startMs !== null && (
        <span
          className="absolute h-4 min-w-0.5 rounded-sm bg-line-strong"
          style={{ left: share(row.startMs), width: share(row.durationMs ?? 0) }}
        />
      )}
      {placeParts(row).map(({ label, background, startMs, ms }) => (
        <span
          key={label}
          title={`${label} ${responseText(ms)}`}
          className={`absolute h-4 min-w-px ${background}`}
          style={{ left: share(startMs), width: share(ms) }}
        />
      ))}
    </span>
  );
}
