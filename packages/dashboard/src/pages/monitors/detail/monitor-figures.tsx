import { isComputed } from "@vedette/contract/checks/check-types.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { MonitorStats } from "@vedette/contract/targets/stats.ts";
import { StatFigure, StatFigures } from "../../../components/charts/stat-figure.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { useTargetStats } from "../../../features/history/target-stats.ts";
import { UptimeFigures } from "../../../features/history/uptime-figures.tsx";
import { DaysLeft } from "../../../features/targets/days-left.tsx";
import { responseText, spanText } from "../../../format.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

/** Key figures: current, last day, and uptime of longer periods. */
export function MonitorFigures({ monitor }: { monitor: Monitor }) {
  const { data: stats } = useTargetStats({
    noun: "monitors",
    id: monitor.id,
    range: { period: "24h" },
    location: "",
  });
  const day = stats?.response_time_ms;
  return (
    <StatFigures>
      {!isComputed(monitor.type) && (
        <>
          <StatFigure
            label={t("Last response")}
            value={responseText(monitor.last_response_time_ms)}
            note={
              monitor.last_checked_at === null ? (
                t("not checked yet")
              ) : (
                <TimeAgo at={monitor.last_checked_at} />
              )
            }
          />
          <StatFigure label={t("Average, 24 h")} value={responseText(day?.avg ?? null)} />
          <StatFigure label="p95, 24 h" value={responseText(day?.p95 ?? null)} />
        </>
      )}
      <StatFigure
        label={t("Outages, 24 h")}
        value={stats?.incidents ?? "–"}
        note={stats && outagesText(stats)}
      />
      <UptimeFigures id={monitor.id} stats={stats} />
      {monitor.ssl_expires_at !== null && (
        <Expiry label={t("Certificate")} expiresAt={monitor.ssl_expires_at} />
      )}
      {monitor.domain_expires_at !== null && (
        <Expiry label={t("Domain")} expiresAt={monitor.domain_expires_at} />
      )}
    </StatFigures>
  );
}

function outagesText({
  downtime_seconds: seconds,
  error_checks: errors,
}: Pick<MonitorStats, "downtime_seconds" | "error_checks">): string {
  const parts = [];
  if (seconds > 0) parts.push(t("{span} total downtime", { span: spanText(seconds * 1_000) }));
  if (errors > 0)
    parts.push(t("{count, plural, one {# check} other {# checks}} not evaluated", { count: errors }));
  return parts.join(", ");
}

function Expiry({ label, expiresAt }: { label: string; expiresAt: string }) {
  return (
    <StatFigure
      label={label}
      value={<DaysLeft at={expiresAt} />}
      note={<Message text="expires {time}" values={{ time: <TimeAgo at={expiresAt} /> }} />}
    />
  );
}
