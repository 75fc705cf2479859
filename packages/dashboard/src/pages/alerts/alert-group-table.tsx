import { useMemo } from "react";
import type { MorePages } from "../../api/use-pages.ts";
import { useRole } from "../../app/role.ts";
import { Button } from "../../components/button.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration, TimeAgo } from "../../components/time-ago.tsx";
import { type AlertGroup, alertsOfGroup, openedAt } from "../../features/alerts/alert-groups.ts";
import { AlertState } from "../../features/alerts/alert-list.tsx";
import type { RuleNames } from "../../features/alerts/use-rule-name.ts";
import { Selectable } from "../../features/targets/selectable.tsx";
import { type Selection, useSelection } from "../../features/targets/use-selection.ts";
import { t } from "../../language/t.ts";
import { AlertGroupCell } from "./alert-group-cell.tsx";
import { BulkAlertActions } from "./bulk-alert-actions.tsx";
import { useChangeAlerts } from "./use-change-alerts.ts";

type AlertGroupTableProps = { groups: readonly AlertGroup[]; ruleName: RuleNames; more: MorePages };

/** The open alerts: a row for each target, with what can be done about all of its alerts. */
export function OpenAlertTable({ groups, ruleName, more }: AlertGroupTableProps) {
  const selection = useSelection();
  const chosen = useRole().reaches("member") ? selection : null;
  const columns = useMemo(
    () => [...sharedColumns(ruleName, chosen), ...(chosen === null ? [] : [ACTIONS])],
    [ruleName, chosen],
  );
  const rows = groups.filter(({ id }) => selection.ids.has(id));
  return (
    <>
      {rows.length > 0 && (
        <BulkAlertActions
          chosen={rows}
          shownCount={groups.length}
          onAll={() => selection.replace(groups.map(({ id }) => id))}
          onNone={() => selection.replace([])}
        />
      )}
      <Table
        caption={t("Open alerts by target, newest first")}
        columns={columns}
        rows={groups}
        idOf={({ id }) => id}
        more={more}
      />
    </>
  );
}

/** The resolved alerts, in the same columns. */
export function ResolvedAlertTable({ groups, ruleName, more }: AlertGroupTableProps) {
  const columns = useMemo(() => sharedColumns(ruleName, null), [ruleName]);
  return (
    <Table
      caption={t("Resolved alerts by target, newest first")}
      columns={columns}
      rows={groups}
      idOf={({ id }) => id}
      more={more}
    />
  );
}

function sharedColumns(ruleName: RuleNames, chosen: Selection | null): Column<AlertGroup>[] {
  return [
    {
      id: "alert",
      title: t("Alert"),
      cell: (group) => (
        <Selectable
          chosen={chosen}
          id={group.id}
          name={t("the alerts of {name}", { name: group.first.target.name })}
        >
          <AlertGroupCell group={group} ruleName={ruleName} />
        </Selectable>
      ),
    },
    { id: "state", title: t("State"), cell: ({ first }) => <AlertState alert={first} /> },
    {
      id: "opened",
      title: t("Opened"),
      isNumber: true,
      cell: (group) => <TimeAgo at={openedAt(group)} />,
    },
    {
      id: "duration",
      title: t("Duration"),
      isNumber: true,
      isWideOnly: true,
      cell: (group) => <Duration from={openedAt(group)} to={group.first.resolved_at} />,
    },
  ];
}

const ACTIONS: Column<AlertGroup> = {
  id: "actions",
  title: t("Actions"),
  isTitleHidden: true,
  cell: (group) => <GroupActions group={group} />,
};

function GroupActions({ group }: { group: AlertGroup }) {
  const { mutate, isPending, variables } = useChangeAlerts();
  const alerts = alertsOfGroup(group);
  const ids = alerts.map(({ id }) => id);
  const of =
    ids.length === 1
      ? group.first.title
      : t("{length} alerts of {name}", { length: ids.length, name: group.first.target.name });
  const isOne = ids.length === 1;
  return (
    // Below each other on narrow screens, which leaves the width to the cause.
    <div className="flex flex-wrap justify-end gap-2 md:flex-col md:items-end 2xl:flex-row 2xl:flex-nowrap">
      {alerts.some(({ acknowledged_at: at }) => at === null) && (
        <Button
          busy={isPending && variables.action === "acknowledge" && t("Acknowledging …")}
          aria-label={isOne ? t("Acknowledge: {title}", { title: of }) : t("Acknowledge all: {of}", { of })}
          onClick={() => mutate({ ids, action: "acknowledge" })}
        >
          {isOne ? t("Acknowledge") : t("Acknowledge all")}
        </Button>
      )}
      <Button
        busy={isPending && variables.action === "resolve" && t("Resolving …")}
        aria-label={isOne ? t("Resolve: {title}", { title: of }) : t("Resolve all: {of}", { of })}
        onClick={() => mutate({ ids, action: "resolve" })}
      >
        {isOne ? t("Resolve") : t("Resolve all")}
      </Button>
    </div>
  );
}
