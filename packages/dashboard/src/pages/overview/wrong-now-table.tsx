import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Duration } from "../../components/time-ago.tsx";
import { alertState, TARGET_KIND_LABELS, targetPath } from "../../features/alerts/alert-labels.ts";
import { type RuleNames, useRuleName } from "../../features/alerts/use-rule-name.ts";
import { SnoozeBadge } from "../../features/snooze/snooze-badge.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { causeOf, type WrongRow } from "./wrong-now.ts";

type WrongNowTableProps = { rows: readonly WrongRow[]; areAlertsLoaded: boolean };

/** What is wrong now: one row a target, with its cause and its open alerts. */
export function WrongNowTable({ rows, areAlertsLoaded }: WrongNowTableProps) {
  const ruleName = useRuleName();
  const columns = useMemo(
    () => [...COLUMNS, alertsColumn(ruleName, areAlertsLoaded)],
    [ruleName, areAlertsLoaded],
  );
  return <Table caption={t("What is wrong now")} columns={columns} rows={rows} idOf={({ id }) => id} />;
}

const COLUMNS: readonly Column<WrongRow>[] = [
  {
    id: "target",
    title: t("Target and cause"),
    cell: (row) => {
      const { target } = row;
      const cause = causeOf(row);
      return (
        <div className="wrap-anywhere">
          <Link
            to={targetPath(target)}
            dir="auto"
            className="font-semibold underline-offset-2 hover:underline"
          >
            {target.name}
          </Link>
          <span className="ms-2 text-[0.8125rem] text-soft">{TARGET_KIND_LABELS[target.type]}</span>
          {cause !== null && <span className="block text-[0.8125rem] text-soft">{sentenceOf(cause)}</span>}
        </div>
      );
    },
  },
  {
    id: "status",
    title: t("Status"),
    cell: ({ listed }) => (
      <div className="flex flex-wrap gap-1.5">
        {listed && <StatusBadge status={listed.status} />}
        <SnoozeBadge snooze={listed?.snooze ?? null} />
      </div>
    ),
  },
  { id: "since", title: t("For"), isNumber: true, cell: ({ since }) => <Duration from={since} /> },
];

/** The open alerts by the name of their rule, which distinguishes two of them. */
function alertsColumn(ruleName: RuleNames, areLoaded: boolean): Column<WrongRow> {
  return {
    id: "alerts",
    title: t("Open alerts"),
    width: "md:w-[26%]",
    cell: ({ alerts }) => (
      <ul className="grid justify-items-start gap-1.5">
        {alerts.map((alert) => {
          const { tone, word } = alertState(alert);
          return (
            <li key={alert.id}>
              <Link
                to="/alerts/$id"
                params={{ id: alert.id }}
                title={alert.title}
                className="flex items-center gap-2 text-[0.8125rem] underline-offset-2 hover:underline"
              >
                <StatusBadge status={tone} word={word} />
                <span dir="auto" className="wrap-anywhere">
                  {ruleName(alert)}
                </span>
                <span className="sr-only">: {alert.title}</span>
              </Link>
            </li>
          );
        })}
        {alerts.length === 0 && <li className="text-soft max-md:hidden">{areLoaded ? t("None") : "…"}</li>}
      </ul>
    ),
  };
}
