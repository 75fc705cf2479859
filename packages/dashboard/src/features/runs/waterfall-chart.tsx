import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { responseText } from "../../format.ts";
import { PHASES } from "../checks/phases.ts";
import { type Bar, waterfallOf } from "./waterfall.ts";

/** Timeline of the steps of an attempt with their phases, and the same as a table. */
export function WaterfallChart({ steps }: { steps: readonly RunStep[] }) {
  const [isTable, setTable] = useState(false);
  const { bars, totalMs } = waterfallOf(steps);
  return (
    <figure className="card grid gap-3 p-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">Timings</span>
        <Button variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          As a table
        </Button>
      </figcaption>
      {isTable ? (
        <TimingsTable bars={bars} />
      ) : (
        <>
          <ol className="grid gap-1.5">
            {bars.map((bar) => (
              <li
                key={bar.index}
                className="grid grid-cols-[minmax(0,8rem)_1fr_auto] items-center gap-3 text-[0.8125rem] sm:grid-cols-[minmax(0,14rem)_1fr_auto]"
              >
                <span className="truncate" title={bar.name}>
                  {bar.index + 1}. {bar.name}
                </span>
                <BarTrack bar={bar} totalMs={totalMs} />
                <span className="min-w-16 text-right tabular-nums">{responseText(bar.durationMs)}</span>
              </li>
            ))}
          </ol>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
            {PHASES.map(({ phase, label, background }) => (
              <li key={phase} className="flex items-center gap-1.5">
                <span className={`size-2.5 rounded-sm ${background}`} />
                {label}
              </li>
            ))}
            <li className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-sm bg-line" />
              Overhead
            </li>
          </ul>
        </>
      )}
    </figure>
  );
}

function BarTrack({ bar, totalMs }: { bar: Bar; totalMs: number }) {
  const share = (ms: number) => `${(100 * ms) / totalMs}%`;
  if (bar.startMs === null) return <span className="text-soft">not run</span>;
  return (
    <span className="relative block h-4 rounded-sm bg-raised forced-color-adjust-none">
      <span
        className="absolute flex h-4 min-w-0.5 overflow-hidden rounded-sm bg-line"
        style={{ left: share(bar.startMs), width: share(bar.durationMs ?? 0) }}
      >
        {bar.phases.map(({ phase, label, background, ms }) => (
          <span
            key={phase}
            title={`${label} ${responseText(ms)}`}
            className={background}
            style={{ width: `${(100 * ms) / Math.max(bar.durationMs ?? 0, 0.001)}%` }}
          />
        ))}
      </span>
    </span>
  );
}

function TimingsTable({ bars }: { bars: readonly Bar[] }) {
  const cell = "px-2 py-1.5 text-right whitespace-nowrap tabular-nums";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label="Timings as a table">
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">Timings of steps</caption>
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-left">
              Step
            </th>
            <th scope="col" className={cell}>
              Start
            </th>
            {PHASES.map(({ phase, label }) => (
              <th key={phase} scope="col" className={cell}>
                {label}
              </th>
            ))}
            <th scope="col" className={cell}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.index} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-normal">
                {bar.name}
              </th>
              <td className={cell}>{responseText(bar.startMs)}</td>
              {PHASES.map(({ phase }) => (
                <td key={phase} className={cell}>
                  {responseText(bar.phases.find((one) => one.phase === phase)?.ms ?? null)}
                </td>
              ))}
              <td className={cell}>{responseText(bar.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
