import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { NamedListTable } from "../../components/named-list-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { Message } from "../../language/message.tsx";
import { t, tContext } from "../../language/t.ts";
import { useOnCall, useScheduleList } from "./use-schedules.ts";

/** Lists the on-call schedules. */
export function SchedulesPage() {
  const { data: schedules, error } = useScheduleList();
  const add = (
    <ForRole>
      <Link to="/schedules/new" className={buttonClass("primary")}>
        {t("Add schedule")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader title={t("Schedules")} lead={t("People take turns to be on call.")} actions={add} />
      <NamedListTable
        caption={t("Schedules")}
        columns={COLUMNS}
        rows={schedules}
        error={error}
        empty={{
          title: t("No schedules yet"),
          description: t(
            "Add one with the people who take turns. Escalation policies notify who is on call.",
          ),
          action: add,
        }}
      />
    </>
  );
}

const COLUMNS: readonly Column<Schedule>[] = [
  {
    id: "name",
    title: tContext("on call", "Schedule"),
    cell: ({ id, name, timezone, warnings }) => (
      <div className="wrap-anywhere">
        <Link to="/schedules/$id" params={{ id }} className="font-semibold hover:underline">
          {name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{timezone}</span>
        {warnings.map((warning) => (
          <span key={warning} className="block text-[0.8125rem] text-degraded">
            {warning}
          </span>
        ))}
      </div>
    ),
  },
  { id: "now", title: t("On call now"), cell: ({ id }) => <OnCallNow id={id} /> },
  { id: "people", title: t("People"), isNumber: true, cell: ({ people }) => people.length },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    cell: (schedule) => (
      <ForRole>
        <DeleteSchedule schedule={schedule} />
      </ForRole>
    ),
  },
];

function OnCallNow({ id }: { id: string }) {
  const { data } = useOnCall();
  const now = data?.find(({ schedule_id: schedule }) => schedule === id);
  if (!now) return "–";
  if (now.people.length === 0) return <span className="text-degraded">{t("No one")}</span>;
  return (
    <>
      {now.people.map(({ name }) => name).join(", ")}
      {now.until !== null && (
        <span className="block text-[0.8125rem] text-soft">
          <Message text="changes {time}" values={{ time: <TimeAgo at={now.until} /> }} />
        </span>
      )}
    </>
  );
}

function DeleteSchedule({ schedule: { id, name } }: { schedule: Schedule }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <DeleteButton
      name={name}
      noun={t("schedule")}
      description={t("Its overrides and the URL of its calendar are deleted, too.")}
      onDelete={async () => {
        await api.DELETE("/api/v1/schedules/{id}", { params: { path: { id } } });
        await queries.invalidateQueries({ queryKey: keys.all("schedules") });
      }}
    />
  );
}
