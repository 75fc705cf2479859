import { Link } from "@tanstack/react-router";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { Marker } from "@vedette/contract/markers/markers.ts";
import type { ReactNode } from "react";
import { absoluteTime, TimeSpan } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import type { MaintenanceSpan } from "./chart-spans.ts";
import { DeleteMarker } from "./delete-marker.tsx";
import { EVENTS_MAX } from "./events-max.ts";
import { eventsSummary } from "./events-summary.ts";
import type { ChartEvents } from "./use-chart-events.ts";

type EventListProps = Pick<ChartEvents, "deploys" | "alerts" | "windows" | "isCut">;

/** The annotations of a chart as lists, for keyboards and screen readers, which do not reach its canvas. */
export function EventList({ deploys, alerts, windows, isCut }: EventListProps) {
  const summary = eventsSummary({
    deploys: deploys.length,
    alerts: alerts.length,
    windows: windows.length,
  });
  if (summary === null) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer text-soft">{summary}</summary>
      {isCut && (
        <p className="mt-2 text-soft">
          {t("Only the newest {max} of each are shown. Select a shorter time to see the others.", {
            max: EVENTS_MAX,
          })}
        </p>
      )}
      <Events label={t("Deploys")} rows={deploys}>
        {(marker) => (
          <>
            <Deploy marker={marker} />
            <DeleteMarker marker={marker} />
          </>
        )}
      </Events>
      <Events label={t("Alerts")} rows={alerts}>
        {(alert) => <AlertLine alert={alert} />}
      </Events>
      <Events label={t("Maintenance windows")} rows={windows.toReversed()}>
        {(window) => <WindowLine window={window} />}
      </Events>
    </details>
  );
}

type EventsProps<Row> = { label: string; rows: readonly Row[]; children(row: Row): ReactNode };

function Events<Row extends { id: string; from?: string }>({ label, rows, children }: EventsProps<Row>) {
  if (rows.length === 0) return null;
  const name = t("{label} in this period, newest first", { label });
  return (
    <section className="mt-2 grid gap-1">
      <h3 className="font-semibold">{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <ol tabIndex={0} aria-label={name} className="grid max-h-64 gap-1 overflow-y-auto">
        {rows.map((row) => (
          <li key={`${row.id} ${row.from ?? ""}`} className="flex items-center justify-between gap-2">
            {children(row)}
          </li>
        ))}
      </ol>
    </section>
  );
}

const LINK = "text-accent underline";

function Deploy({ marker: { at, title, url, tags, created_by: by } }: { marker: Marker }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <time dateTime={at} className="text-soft tabular-nums">
        {absoluteTime(at)}
      </time>{" "}
      {url === null ? (
        <span className="font-semibold">{title}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className={LINK}>
          {title}
        </a>
      )}{" "}
      <span className="text-soft">
        {t("by {person}", { person: by })}
        {tags.length > 0 && ` · ${tags.join(", ")}`}
      </span>
    </span>
  );
}

function AlertLine({ alert: { id, title, triggered_at: at, resolved_at: end } }: { alert: Alert }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="text-soft tabular-nums">
        <TimeSpan from={at} to={end} />
      </span>{" "}
      <Link to="/alerts/$id" params={{ id }} className={LINK}>
        {title}
      </Link>
    </span>
  );
}

function WindowLine({ window: { id, name, mode, from, to } }: { window: MaintenanceSpan }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="text-soft tabular-nums">
        <TimeSpan from={from} to={to} />
      </span>{" "}
      <Link to="/alerts/maintenance/$id" params={{ id }} className={LINK}>
        {name}
      </Link>{" "}
      <span className="text-soft">{mode === "pause" ? t("checks paused") : t("notifications muted")}</span>
    </span>
  );
}
