import { Link } from "@tanstack/react-router";
import type { PastState } from "@vedette/contract/past-state/past-state.ts";
import { PERIOD_MS } from "@vedette/contract/targets/stats-periods.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { useState } from "react";
import { buttonClass } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { intervalText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { TARGET_KIND_LABELS } from "../alerts/alert-labels.ts";
import { ResponseChart } from "../history/charts/response-chart.tsx";
import type { HistorySearch } from "../history/history-search.ts";
import type { TargetNoun } from "../targets/target-noun.ts";
import { UptimeStrip } from "../uptime/uptime-strip.tsx";
import { AsOfBanner } from "./as-of-banner.tsx";
import { PastAlerts, PastDeliveries, PastMaintenance } from "./past-tables.tsx";
import { usePastState } from "./use-past-state.ts";

type PastTargetPageProps = { at: string; id: string; kind: TargetKind };

/** The page of a target as it was known at an instant. */
export function PastTargetPage({ at, id, kind }: PastTargetPageProps) {
  const { data, error } = usePastState(at, id);
  const target = error ? undefined : data?.targets[0];
  return (
    <>
      <PageHeader
        title={target?.name ?? TARGET_KIND_LABELS[kind]}
        badge={target && <StatusBadge status={target.status} />}
        lead={target && leadText(target)}
        actions={
          <Link to="/" search={{ at }} className={buttonClass()}>
            {t("Show all targets")}
          </Link>
        }
      />
      <div className="grid gap-6">
        <AsOfBanner at={at} />
        {error ? <Notice>{error.message}</Notice> : <LoadState data={data} error={null} lines={6} />}
        {data && !error && !target && <p className="text-soft">{t("The target did not exist then.")}</p>}
        {data && target && (
          <>
            {!target.observed && (
              <Notice kind="warning">{t("Checks were being missed: the status was not observed.")}</Notice>
            )}
            {target.deleted && <Notice kind="hint">{t("The target was deleted since.")}</Notice>}
            <UptimeStrip
              scope={{ target_id: id }}
              at={data.at}
              title={t("Uptime of the 90 days until then")}
              subject={target.name}
            />
            {!target.deleted && <PastResponses key={data.at} target={target} at={data.at} />}
            <PastAlerts alerts={data.alerts} />
            <PastMaintenance windows={data.maintenance} />
            <PastDeliveries deliveries={data.deliveries} />
          </>
        )}
      </div>
    </>
  );
}

type PastTarget = PastState["targets"][number];

function leadText({
  type,
  tags,
  locations,
  interval_seconds: seconds,
  status,
  status_since: since,
}: PastTarget) {
  const interval = intervalText(seconds);
  const rhythm = seconds === null ? interval : t("every {interval}", { interval });
  const where = locations.join(", ");
  return [
    TARGET_KIND_LABELS[type],
    ...(type === "heartbeat"
      ? []
      : [where === "" ? rhythm : t("{rhythm} at {locations}", { rhythm, locations: where })]),
    t("{status} since {absoluteTime}", { status, absoluteTime: absoluteTime(since) }),
    ...(tags.length > 0 ? [tags.join(", ")] : []),
  ].join(" · ");
}

/** The chart of a period ends at the instant; it never shows what came later. */
function searchUntil({ from, to, ...search }: HistorySearch, at: string): HistorySearch {
  const { period } = search;
  const atMs = Date.parse(at);
  if (from === undefined || to === undefined || Date.parse(from) >= atMs)
    return { ...search, from: new Date(atMs - PERIOD_MS[period ?? "24h"]).toISOString(), to: at };
  return { ...search, from, to: new Date(Math.min(Date.parse(to), atMs)).toISOString() };
}

const NOUNS: Record<TargetKind, TargetNoun> = {
  monitor: "monitors",
  api_monitor: "api-monitors",
  journey: "journeys",
  heartbeat: "heartbeats",
};

/** The chart of the day before, or of another time until then. */
function PastResponses({ target, at }: { target: PastTarget; at: string }) {
  const [search, setSearch] = useState<HistorySearch>(() => searchUntil({}, at));
  return (
    <ResponseChart
      noun={NOUNS[target.type]}
      id={target.id}
      name={target.name}
      search={search}
      onSearch={(next) => setSearch(searchUntil(next, at))}
      title={t("Response times until then")}
      locations={target.locations}
      intervalSeconds={target.interval_seconds}
    />
  );
}
