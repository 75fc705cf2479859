import { Link } from "@tanstack/react-router";
import type { UptimeDay } from "@vedette/contract/targets/daily-uptime.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { dateText } from "../../components/charts/days/day-shapes.ts";
import { offeredInstant } from "../past/past-search.ts";
import { withParam } from "../targets/with-param.ts";
import { UptimeStrip } from "../uptime/uptime-strip.tsx";
import { useDailyUptime } from "../uptime/use-daily-uptime.ts";
import { withRange } from "./history-search.ts";
import { OutageList } from "./outage-list.tsx";
import type { HistoryProps } from "./response-chart.tsx";

/** Uptime of the last 90 days, day by day, and the outages of the selected day or of all days. */
export function TargetHistory({ noun, id, search, onSearch }: HistoryProps) {
  const { data } = useDailyUptime({ target_id: id });
  const day = data?.days.find(({ date }) => date === search.day);
  const choose = ({ date }: UptimeDay) =>
    onSearch(withParam(search, "day", date === search.day ? null : date));
  return (
    <UptimeStrip
      scope={{ target_id: id }}
      title="Uptime of the last 90 days"
      selected={day?.date ?? null}
      onSelect={choose}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{day ? `Outages on ${dateText(day.date)}` : "Latest outages"}</h3>
        <span className="flex flex-wrap gap-2">
          {day && (
            <>
              <Button onClick={() => onSearch(withRange(search, dayRange(day)))}>Show day in chart</Button>
              <Button onClick={() => onSearch(withParam(search, "day", null))}>All days</Button>
            </>
          )}
          <Link
            to="."
            search={{ at: day ? dayRange(day).to : offeredInstant(Date.now()) }}
            className={buttonClass()}
          >
            As of …
          </Link>
        </span>
      </div>
      <OutageList noun={noun} id={id} within={day ? { from: day.from, to: day.to } : null} />
    </UptimeStrip>
  );
}

/** The chart does not extend into the future. */
function dayRange({ from, to }: UptimeDay): { from: string; to: string } {
  return { from, to: new Date(Math.min(Date.parse(to), Date.now())).toISOString() };
}
