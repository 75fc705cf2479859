import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import { StatFigure } from "../../components/charts/stat-figure.tsx";
import { absoluteTime, shortTime } from "../../components/time-ago.tsx";
import { useNow } from "../../components/use-now.ts";
import { uptimeRangeText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { uptimeText } from "../../pages/monitors/list/beats.ts";
import { useDailyUptime } from "../uptime/use-daily-uptime.ts";

const PERIODS = ["24h", "7d", "30d", "90d"] as const;

type UptimeStats = Pick<MonitorStats, "uptime" | "uptime_ranges">;

/**
 * Uptime of the periods that the history covers. The first longer one covers all of it, and is shown as "since …"
 * instead of repeating the same figure.
 */
export function UptimeFigures({ id, stats }: { id: string; stats: UptimeStats | undefined }) {
  const uptime = stats?.uptime;
  const { data } = useDailyUptime({ target_id: id });
  const nowMs = useNow();
  const sinceMs = data?.measured_from == null ? null : Date.parse(data.measured_from);
  const covered = sinceMs === null ? [] : PERIODS.filter((period) => nowMs - sinceMs >= coverMs(period));
  const rest = PERIODS[covered.length];
  const range = stats && rest && uptimeRangeText(stats.uptime_ranges[rest]);
  return (
    <>
      {covered.map((period) => (
        <StatFigure
          key={period}
          label={t("Uptime {replace}", { replace: period.replace("h", " h").replace("d", " d") })}
          value={uptimeText(uptime?.[period] ?? null)}
          note={stats && uptimeRangeText(stats.uptime_ranges[period])}
        />
      ))}
      {rest !== undefined && data && (
        <StatFigure
          label={t("Uptime since start")}
          value={uptimeText(uptime?.[rest] ?? null)}
          note={
            data.measured_from === null ? (
              t("not measured yet")
            ) : (
              <>
                <span title={absoluteTime(data.measured_from)}>{shortTime(data.measured_from)}</span>
                {range !== undefined && ` (${range})`}
              </>
            )
          }
        />
      )}
    </>
  );
}

/** The daily uptime starts with a whole day, up to one day less than 90 days ago. */
function coverMs(period: (typeof PERIODS)[number]): number {
  return period === "90d" ? PERIOD_MS[period] - 86_400_000 : PERIOD_MS[period];
}
