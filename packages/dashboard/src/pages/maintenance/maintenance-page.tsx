import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { TargetName } from "../../features/targets/target-names.tsx";
import { spanText } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { useWindows } from "../alerts/use-lists.ts";
import { MaintenanceNow } from "./maintenance-now.tsx";
import { recurrenceText } from "./recurrence.ts";
import { targetsOfWindow } from "./window-draft.ts";

/** Lists the maintenance windows. */
export function MaintenancePage() {
  const { data: windows, error } = useWindows();
  const sorted = windows?.toSorted(soonestFirst);
  const active = sorted?.filter((window) => window.active) ?? [];
  const others = sorted?.filter((window) => !window.active);
  const add = (
    <ForRole>
      <Link to="/alerts/maintenance/new" className={buttonClass("primary")}>
        {t("Schedule maintenance")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader
        title={t("Maintenance")}
        lead={t("Mute alerts or pause checks during planned work.")}
        actions={add}
      />
      <div className="grid gap-5">
        {active.length > 0 && (
          <Table
            caption={t("Active maintenance windows")}
            columns={COLUMNS}
            rows={active}
            idOf={({ id }) => id}
          />
        )}
        <ForRole>
          <MaintenanceNow />
        </ForRole>
        {(active.length === 0 || others?.length !== 0) && (
          <ListTable
            caption={t("Maintenance windows: upcoming, ended")}
            columns={COLUMNS}
            rows={others}
            error={error}
            empty={{
              title: t("No maintenance windows yet"),
              description: t("Start one now, or schedule one: once, or every day, week or month."),
            }}
          />
        )}
      </div>
    </>
  );
}

function soonestFirst(a: MaintenanceWindow, b: MaintenanceWindow): number {
  const rank = ({ next_starts_at: next }: MaintenanceWindow) =>
    next === null ? Number.POSITIVE_INFINITY : Date.parse(next);
  const [first, second] = [rank(a), rank(b)];
  return first === second ? b.starts_at.localeCompare(a.starts_at) : first - second;
}

const COLUMNS: readonly Column<MaintenanceWindow>[] = [
  {
    id: "name",
    title: t("Window"),
    cell: (window) => (
      <div className="wrap-anywhere">
        <Link
          to="/alerts/maintenance/$id"
          params={{ id: window.id }}
          className="font-semibold hover:underline"
        >
          {window.name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">
          {t("{recurrence}, for {span}", {
            recurrence: recurrenceText(window.rrule),
            span: spanText(window.duration_seconds * 1_000),
          })}{" "}
          · {window.mode === "pause" ? t("checks paused") : t("checks continue")}
        </span>
      </div>
    ),
  },
  { id: "state", title: t("State"), cell: (window) => <WindowState window={window} /> },
  { id: "targets", title: t("Targets"), cell: (window) => <CoveredTargets window={window} /> },
  { id: "next", title: t("Schedule"), isNumber: true, cell: (window) => <NextChange window={window} /> },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    cell: (window) => (
      <ForRole>
        <WindowActions window={window} />
      </ForRole>
    ),
  },
];

function WindowState({ window: { active, next_starts_at: next } }: { window: MaintenanceWindow }) {
  if (active) return <StatusBadge status="maintenance" word={t("Active")} />;
  return next === null ? (
    <StatusBadge status="paused" word={t("Ended")} />
  ) : (
    <StatusBadge status="pending" word={t("Scheduled")} />
  );
}

function NextChange({
  window: { active, ends_at: end, next_starts_at: next },
}: {
  window: MaintenanceWindow;
}) {
  if (active && end !== null) return <Message text="ends {time}" values={{ time: <TimeAgo at={end} /> }} />;
  if (next === null) return "–";
  return <Message text="starts {time}" values={{ time: <TimeAgo at={next} /> }} />;
}

const NAMED_MAX = 3;

function CoveredTargets({ window }: { window: MaintenanceWindow }) {
  if (window.covers_all) return t("All targets");
  if (window.selector !== null)
    return t("{count, plural, one {# target} other {# targets}} selected", { count: window.target_count });
  const targets = targetsOfWindow(window);
  const more = targets.length - NAMED_MAX;
  return (
    <ul className="wrap-anywhere">
      {targets.slice(0, NAMED_MAX).map((target) => (
        <li key={target.id}>
          <TargetName target={target} />
        </li>
      ))}
      {more > 0 && <li>{t("and {count} more", { count: more })}</li>}
      {window.tags.length > 0 && <li>{t("Tag {tags}", { tags: window.tags.join(", ") })}</li>}
    </ul>
  );
}

function WindowActions({ window: { id, name, active } }: { window: MaintenanceWindow }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { id } };
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("maintenance") });
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/maintenance-windows/{id}/end", { params })),
    onSuccess: () => {
      toast(t("{name} ended.", { name }));
      return refresh();
    },
    onError: toastError,
  });
  return (
    <div className="flex flex-wrap justify-end gap-2 md:flex-nowrap">
      {active && (
        <Button
          busy={isPending && t("Ending …")}
          aria-label={t("End now: {name}", { name })}
          onClick={() => mutate()}
        >
          {t("End now")}
        </Button>
      )}
      <DeleteButton
        name={name}
        noun={t("window")}
        description={
          active ? t("Maintenance ends now and does not repeat.") : t("Future occurrences are canceled.")
        }
        onDelete={async () => {
          await api.DELETE("/api/v1/maintenance-windows/{id}", { params });
          await refresh();
        }}
      />
    </div>
  );
}
