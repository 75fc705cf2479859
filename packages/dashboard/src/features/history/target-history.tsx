import { Link } from "@tanstack/react-router";
import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { dateText } from "../../components/charts/days/day-shapes.ts";
import { t } from "../../language/t.ts";
import { offeredInstant } from "../past/past-search.ts";
import { UptimeStrip } from "../uptime/uptime-strip.tsx";
import { useDailyUptime } from "../uptime/use-daily-uptime.ts";
import type { HistoryProps } from "./charts/history-props.ts";
import { withDay } from "./day-range.ts";
import { OutageList } from "./outage-list.tsx";

type TargetHistoryProps = HistoryProps & {
  /** Whether the page has a chart of response times, which shows the selected day. */
  hasChart?: boolean;
};

/**
 * Uptime of the last 90 days, day by day, and the outages of the selected day or of all days. The chart of the page zooms
 * to the selected day.
 */
export function TargetHistory({ noun, id, name, search, onSearch, hasChart = true }: TargetHistoryProps) {
  const { data } = useDailyUptime({ target_id: id });
  const day = data?.days.find(({ date }) => date === search.day);
  const select = (next: UptimeDay | null) =>
    onSearch(withDay(search, { before: day ?? null, next, zooms: hasChart, nowMs: Date.now() }));
  return (
    <UptimeStrip
      scope={{ target_id: id }}
      title={t("Uptime of the last 90 days")}
      subject={name}
      selected={day?.date ?? null}
      onSelect={(chosen) => select(chosen.date === search.day ? null : chosen)}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          {day ? t("Outages on {date}", { date: dateText(day.date) }) : t("Latest outages")}
        </h3>
        <span className="flex flex-wrap gap-2">
          {day && <Button onClick={() => select(null)}>{t("All days")}</Button>}
          <Link
            to="."
            search={{ at: day ? new Date(endMs(day)).toISOString() : offeredInstant(Date.now()) }}
            className={buttonClass()}
          >
            {t("As of …")}
          </Link>
        </span>
      </div>
      <OutageList noun={noun} id={id} within={day ? { from: day.from, to: day.to } : null} />
    </UptimeStrip>
  );
}

const endMs = ({ to }: UptimeDay): number => Math.min(Date.parse(to), Date.now());
