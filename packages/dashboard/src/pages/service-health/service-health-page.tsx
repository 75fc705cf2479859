import { useQuery } from "@tanstack/react-query";
import type {
  BackupHealth,
  ServiceHealth,
  ServiceHealthDay,
} from "@vedette/contract/service-health/service-health.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { dateText } from "../../components/charts/days/day-shapes.ts";
import { StatFigure, StatFigures } from "../../components/charts/stat-figure.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { numberText, spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import {
  backupTexts,
  delayText,
  deliveryText,
  interruptedText,
  interruptionText,
  missedTexts,
  selfCheckText,
  totalsOf,
} from "./health-texts.ts";
import { RecentBackups } from "./recent-backups.tsx";

/** Today goes on without an event of its own. */
const REFETCH_MS = 15_000;

/** Whether Vedette itself was well: when it did not monitor, what it missed, and how late it was. */
export function ServiceHealthPage() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.list("service-health"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/service-health", { params: { query: {} }, signal })),
    refetchInterval: REFETCH_MS,
  });
  return (
    <>
      <PageHeader
        title={t("Service health")}
        lead={t(
          "Was Vedette itself well? Times in which it did not monitor, checks that it missed, and how late it was.",
        )}
      />
      <LoadState data={data} error={error} />
      {data && <Days health={data} />}
    </>
  );
}

function Days({ health }: { health: ServiceHealth }) {
  const totals = totalsOf(health);
  const sinceMs = health.recorded_from === null ? 0 : Date.parse(health.recorded_from);
  const days = health.days
    .filter(({ to, missed }) => Date.parse(to) > sinceMs || missed.length > 0)
    .toReversed();
  return (
    <div className="grid gap-6">
      <StatFigures>
        <StatFigure
          label={t("Not monitoring")}
          value={spanText(totals.interruptedSeconds * 1_000)}
          note={
            health.recorded_from &&
            t("in {length} days; recorded since {absoluteTime}", {
              length: health.days.length,
              absoluteTime: absoluteTime(health.recorded_from),
            })
          }
        />
        <StatFigure label={t("Process starts")} value={numberText(totals.starts)} />
        <StatFigure
          label={t("Missed checks")}
          value={numberText(totals.missed)}
          note={t("of this organization")}
        />
        <StatFigure label={t("Failed self-checks")} value={numberText(totals.failedSelfChecks)} />
      </StatFigures>
      <Backups backups={health.backups} />
      <section className="grid gap-3" aria-labelledby="health-days">
        <h2 id="health-days">{t("By day")}</h2>
        <Table
          caption={t("Service health by day, newest first")}
          columns={COLUMNS}
          rows={days}
          idOf={({ date }) => date}
        />
        <p className="text-[0.8125rem] text-soft">
          {t(
            "Check delay: how late the slowest 1 % of checks started, of hours that have ended. Delivery: median and 99th percentile of the time from the cause of a notification until the receiver accepted it. A self-check passes if a runner finds a host that cannot exist down.",
          )}
        </p>
      </section>
    </div>
  );
}

function Backups({ backups }: { backups: BackupHealth }) {
  const { state, notes, isProblem } = backupTexts(backups);
  return (
    <section className="grid gap-3" aria-labelledby="health-backups">
      <h2 id="health-backups">{t("Backups")}</h2>
      <Notice kind={isProblem ? "warning" : "hint"}>
        {[state, ...notes].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      <RecentBackups backups={backups.recent} />
    </section>
  );
}

const COLUMNS: readonly Column<ServiceHealthDay>[] = [
  {
    id: "date",
    title: t("Day"),
    cell: ({ date }) => <span className="whitespace-nowrap">{dateText(date)}</span>,
  },
  { id: "interrupted", title: t("Not monitoring"), cell: (day) => <Interruptions day={day} /> },
  {
    id: "starts",
    title: t("Starts"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ starts }) => numberText(starts),
  },
  { id: "missed", title: t("Missed checks"), cell: (day) => <Missed day={day} /> },
  {
    id: "delay",
    title: t("Check delay p99"),
    isNumber: true,
    cell: ({ check_delay: delay }) => <OnPhone label={t("Check delay p99")} text={delayText(delay)} />,
  },
  {
    id: "delivery",
    title: t("Delivery p50 / p99"),
    isNumber: true,
    cell: ({ delivery }) => <OnPhone label={t("Delivery p50 / p99")} text={deliveryText(delivery)} />,
  },
  {
    id: "self-checks",
    title: t("Self-checks"),
    isNumber: true,
    cell: ({ self_checks: checks }) => <OnPhone label={t("Self-checks")} text={selfCheckText(checks)} />,
  },
];

function Interruptions({ day }: { day: ServiceHealthDay }) {
  return (
    <>
      <OnPhone label={t("Not monitoring")} text={interruptedText(day)} />
      {day.interruptions.map((one) => (
        <span key={one.from} className="block text-[0.8125rem] text-soft">
          {absoluteTime(one.from)}, {interruptionText(one)}
        </span>
      ))}
    </>
  );
}

function Missed({ day }: { day: ServiceHealthDay }) {
  const texts = missedTexts(day);
  if (texts.length === 0) return <OnPhone label={t("Missed checks")} text="–" />;
  return texts.map((text) => (
    <span key={text} className="block">
      {text}
    </span>
  ));
}

/** Phones show no column titles: the label is beside the value, and a value without data is left out. */
function OnPhone({ label, text }: { label: string; text: string }) {
  return (
    <span className={`tabular-nums ${text === "–" ? "max-md:hidden" : ""}`}>
      <span className="text-soft md:hidden">{label}: </span>
      {text}
    </span>
  );
}
