import type { HeatMap } from "@vedette/contract/targets/history.ts";
import { type ChartMarker, MARKER_STYLES } from "../time-series/series.ts";
import { placeMarkers } from "./heat-map-columns.ts";

type HeatMapEventsProps = { data: HeatMap; markers: readonly ChartMarker[] };

/** Alerts and deploys above a heat map, at their time. They are a list below the map for screen readers. */
export function HeatMapEvents({ data, markers }: HeatMapEventsProps) {
  const groups = placeMarkers(data, markers);
  if (groups.length === 0) return null;
  return (
    <div aria-hidden="true" className="ms-20">
      {(["deploy", "alert"] as const).map((kind) => {
        const own = groups.filter((group) => group.kind === kind);
        const { symbol, text, label } = MARKER_STYLES[kind];
        return (
          own.length > 0 && (
            <div key={kind} className={`relative h-4 text-[0.6875rem] leading-4 font-semibold ${text}`}>
              {own.map(({ fromMs, share, count }) => (
                <span
                  key={fromMs}
                  title={`${count === 1 ? "" : `${count} × `}${label}`}
                  className={`absolute whitespace-nowrap ${share > 0.97 ? "-translate-x-full" : "-translate-x-1"}`}
                  style={{ left: `${share * 100}%` }}
                >
                  {symbol}
                  {count > 1 && count}
                </span>
              ))}
            </div>
          )
        );
      })}
    </div>
  );
}
