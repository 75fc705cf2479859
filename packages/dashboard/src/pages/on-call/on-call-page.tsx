import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OnCall } from "@vedette/contract/on-call/on-call.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi, useSession } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo, TimeSpan } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { CalendarUrlButton } from "../schedules/calendar-url-button.tsx";
import { useOnCall } from "../schedules/use-schedules.ts";

/** Shows who is on call now in every schedule, until when, who is next, and gaps. */
export function OnCallPage() {
  const { data, error } = useOnCall();
  return (
    <>
      <PageHeader
        title={t("On call")}
        lead={t("Who is on call now, and who is next.")}
        actions={
          <>
            <OwnCalendar />
            <Link to="/schedules" className={buttonClass()}>
              {t("Schedules")}
            </Link>
          </>
        }
      />
      <LoadState data={data} error={error} lines={6} />
      {data?.length === 0 && (
        <EmptyState
          title={t("No schedules yet")}
          description={t("A schedule says who is on call when.")}
          action={
            <Link to="/schedules/new" className={buttonClass("primary")}>
              {t("Add schedule")}
            </Link>
          }
        />
      )}
      {data && data.length > 0 && (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {data.map((schedule) => (
            <OnCallCard key={schedule.schedule_id} schedule={schedule} />
          ))}
        </ul>
      )}
    </>
  );
}

function OnCallCard({ schedule }: { schedule: OnCall }) {
  const { schedule_id: id, name, timezone, people, until, next, gaps, warnings } = schedule;
  const { person } = useSession();
  const isMine = people.some(({ id: personId }) => personId === person?.id);
  return (
    <li className="card grid content-start gap-2 p-5">
      <h2 className="wrap-anywhere">
        <Link to="/schedules/$id" params={{ id }} className="hover:underline">
          {name}
        </Link>
      </h2>
      <p className="text-[0.8125rem] text-soft">{timezone}</p>
      <p className="text-lg wrap-anywhere">
        {people.length === 0 ? (
          <b className="text-degraded">{t("No one is on call")}</b>
        ) : (
          <b>{people.map((person) => person.name).join(", ")}</b>
        )}
        {isMine && ` ${t("(you)")}`}
      </p>
      {until !== null && (
        <p className="wrap-anywhere">
          <Message
            text="Changes {time}, then {people}"
            values={{
              time: <TimeAgo at={until} />,
              people: next.map((person) => person.name).join(", ") || t("no one"),
            }}
          />
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-degraded">
          {warning}
        </p>
      ))}
      {gaps.length > 0 && (
        <details>
          <summary className="text-degraded">
            {t("{count, plural, one {# gap} other {# gaps}} in the next 14 days", { count: gaps.length })}
          </summary>
          <ul className="mt-1 text-[0.8125rem]">
            {gaps.map((gap) => (
              <li key={gap.from}>
                <TimeSpan from={gap.from} to={gap.to} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function OwnCalendar() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.other("schedules", "own-calendar"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/on-call/calendar", { signal })),
  });
  return (
    <CalendarUrlButton
      hasCalendar={data?.has_calendar ?? false}
      create={() => api.POST("/api/v1/on-call/calendar")}
      remove={() => api.DELETE("/api/v1/on-call/calendar")}
    />
  );
}
