import { useQueryClient } from "@tanstack/react-query";
import type { ScheduleOverride } from "@vedette/contract/on-call/schedule-overrides.ts";
import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { TimeSpan } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { useOverrides } from "./use-schedules.ts";

/** The overrides of a schedule that have not ended. */
export function OverrideList({ schedule }: { schedule: Schedule }) {
  const { data, error } = useOverrides(schedule.id);
  return (
    <section className="grid gap-3">
      <h2>{t("Overrides")}</h2>
      <ListTable
        caption={t("Overrides")}
        rows={data}
        error={error}
        empty={t("No overrides. Add one if someone takes over for a time.")}
        columns={[
          { id: "person", title: t("Person"), cell: ({ name }: ScheduleOverride) => name },
          { id: "time", title: t("Time"), cell: ({ from, to }) => <TimeSpan from={from} to={to} /> },
          {
            id: "actions",
            title: t("Actions"),
            isTitleHidden: true,
            cell: (override) => (
              <ForRole>
                <DeleteOverride override={override} />
              </ForRole>
            ),
          },
        ]}
      />
    </section>
  );
}

function DeleteOverride({ override }: { override: ScheduleOverride }) {
  const api = useApi();
  const queries = useQueryClient();
  const path = { id: override.schedule_id, override_id: override.id };
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={t("Delete: override of {name}", { name: override.name })}
      title={t("Delete the override of {name}?", { name: override.name })}
      description={t("The layers decide again who is on call.")}
      action={{
        label: t("Delete override"),
        busy: t("Deleting …"),
        async run() {
          await api.DELETE("/api/v1/schedules/{id}/overrides/{override_id}", { params: { path } });
          await queries.invalidateQueries({ queryKey: keys.all("schedules") });
        },
      }}
    />
  );
}
