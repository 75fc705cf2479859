import { Link } from "@tanstack/react-router";
import type { Outage } from "@vedette/contract/targets/history.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { ListTable } from "../../components/list-table.tsx";
import type { Column } from "../../components/table.tsx";
import { absoluteTime, Duration, TimeSpan } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import type { TargetNoun } from "../targets/target-noun.ts";

type OutageListProps = {
  noun: TargetNoun;
  id: string;
  /** Limits the list to outages that overlap this time. */
  within: { from: string; to: string } | null;
};

/** More rows would hide the chart below. */
const PAGE_LIMIT = 5;

/** The outages of a target, newest first, with cause, duration and the first failed result. */
export function OutageList({ noun, id, within }: OutageListProps) {
  const api = useApi();
  const { items, error, more } = usePages<Outage>({
    queryKey: keys.detail("uptime", id, "outages", within),
    read: ({ signal, ...page }) => {
      const query = { limit: PAGE_LIMIT, ...within, ...page };
      return pageOf(api.GET("/api/v1/targets/{id}/outages", { params: { path: { id }, query }, signal }));
    },
  });
  return (
    <ListTable
      caption={t("Outages, newest first")}
      columns={columnsOf(noun, id)}
      rows={items?.map((outage) => ({ ...outage, id: outage.started_at }))}
      error={error}
      empty={within === null ? t("No outages yet.") : t("No outages on this day.")}
      more={more}
    />
  );
}

type OutageRow = Outage & { id: string };

function columnsOf(noun: TargetNoun, targetId: string): readonly Column<OutageRow>[] {
  return [
    {
      id: "cause",
      title: t("Cause"),
      width: "md:w-[45%]",
      cell: ({ error, location }) => (
        <div className="wrap-anywhere">
          {error === null ? t("Cause no longer stored") : sentenceOf(error.message)}
          {location !== null && noun !== "heartbeats" && (
            <span className="block text-[0.8125rem] text-soft">{location}</span>
          )}
        </div>
      ),
    },
    {
      id: "lasted",
      title: t("Lasted"),
      isNumber: true,
      cell: ({ started_at: from, ended_at: to }) => (
        <>
          <Duration from={from} to={to} />
          {to === null && <span className="font-semibold text-down">{t(", ongoing")}</span>}
        </>
      ),
    },
    {
      id: "time",
      title: t("Time"),
      isNumber: true,
      cell: ({ started_at: from, ended_at: to }) => <TimeSpan from={from} to={to} />,
    },
    {
      id: "open",
      title: t("First failure"),
      isTitleHidden: true,
      isNumber: true,
      cell: (outage) => <FailureLink noun={noun} targetId={targetId} outage={outage} />,
    },
  ];
}

const LINK = "text-accent underline underline-offset-2";

function FailureLink({ noun, targetId: id, outage }: { noun: TargetNoun; targetId: string; outage: Outage }) {
  const { result_id: result, run_id: runId, started_at } = outage;
  const label = t("First failure of the outage of {absoluteTime}", {
    absoluteTime: absoluteTime(started_at),
  });
  if (result !== null && noun === "monitors")
    return (
      <Link
        to="/monitors/$id"
        params={{ id }}
        search={{ result }}
        resetScroll={false}
        aria-label={label}
        className={LINK}
      >
        {t("First failure")}
      </Link>
    );
  if (runId !== null && (noun === "api-monitors" || noun === "journeys"))
    return (
      <Link to={`/${noun}/$id/runs/$runId`} params={{ id, runId }} aria-label={label} className={LINK}>
        {t("First failure")}
      </Link>
    );
  return null;
}
