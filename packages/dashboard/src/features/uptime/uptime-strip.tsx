import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import type { ReactNode } from "react";
import { dateText } from "../../components/charts/days/day-shapes.ts";
import { DayLegend, DayStrip } from "../../components/charts/days/day-strip.tsx";
import { daysTable } from "../../components/charts/days/days-table.ts";
import { DownloadMenu } from "../../components/charts/download/download-menu.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { percentText, uptimeRangeText } from "../../format.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { ImportedNote } from "./imported-note.tsx";
import { type UptimeScope, useDailyUptime } from "./use-daily-uptime.ts";

type UptimeStripProps = {
  scope: UptimeScope;
  title: string;
  /** Whose uptime it is, for the names of downloads. */
  subject: string;
  /** Until then instead of now. */
  at?: string;
  selected?: string | null;
  onSelect?(day: UptimeDay): void;
  /** Shown below, such as what happened on the selected day. */
  children?: ReactNode;
};

/** Uptime of the last 90 days in one figure and day by day. */
export function UptimeStrip({ scope, title, subject, at, selected, onSelect, children }: UptimeStripProps) {
  const { data, error } = useDailyUptime(scope, at);
  const firstDay = data?.days[0];
  const lastDay = data?.days.at(-1);
  const range =
    data &&
    uptimeRangeText({
      min: data.uptime_percentage_min,
      max: data.uptime_percentage_max,
      observed: data.observed_percentage,
    });
  return (
    <section className="card grid gap-3 p-4" aria-label={title}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2>{title}</h2>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {data && (
            <p className="text-soft tabular-nums">
              <strong className="text-ink">{percentText(data.uptime_percentage)}</strong>{" "}
              {data.measured_from === null
                ? t("Not measured yet.")
                : sinceText(data.measured_from, firstDay?.from, data.timezone)}
              {range !== undefined && ` (${range})`}
            </p>
          )}
          {data && <DaysDownload days={data.days} title={title} subject={subject} />}
        </span>
      </div>
      <LoadState data={data} error={error} lines={1} />
      {data && (
        <>
          <DayStrip
            label={t("{title}, by day", { title })}
            days={data.days}
            selected={selected ?? null}
            onSelect={(day) => onSelect?.(day)}
          />
          <p dir="ltr" className="flex justify-between text-[0.8125rem] text-soft" aria-hidden="true">
            <span>{firstDay && dateText(firstDay.date)}</span>
            <span>{at === undefined ? t("Today") : lastDay && dateText(lastDay.date)}</span>
          </p>
          <DayLegend />
          <ImportedNote imported={data.imported} timezone={data.timezone} />
        </>
      )}
      {children}
    </section>
  );
}

type DaysDownloadProps = Pick<UptimeStripProps, "title" | "subject"> & { days: readonly UptimeDay[] };

function DaysDownload({ days, title, subject }: DaysDownloadProps) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <DownloadMenu
      label={title}
      download={{
        file: () => ({
          ...{ subject, title: t("Uptime") },
          range: { fromMs: Date.parse(first.from), toMs: Date.parse(last.to) },
        }),
        table: () => daysTable(days),
        image: async () => {
          const { daysImage } = await import("../../components/charts/days/days-image.ts");
          return daysImage(days, `${subject}: ${title}`);
        },
      }}
    />
  );
}

/** "in 90 days", or since when there is data if that is later. */
function sinceText(measuredFrom: string, firstDay: string | undefined, timezone: string): string {
  if (firstDay !== undefined && Date.parse(measuredFrom) - Date.parse(firstDay) < 86_400_000)
    return t("in 90 days");
  const since = new Intl.DateTimeFormat(LOCALE, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  });
  return t("since {format}", { format: since.format(new Date(measuredFrom)) });
}
