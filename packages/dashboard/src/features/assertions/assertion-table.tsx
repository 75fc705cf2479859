import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { t } from "../../language/t.ts";
import { assertionText } from "./assertion-labels.ts";

type Row = RunStep["assertions"][number] & { id: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "assertion",
    title: t("Assertion"),
    cell: (row) => <span className="wrap-anywhere">{assertionText(row)}</span>,
  },
  {
    id: "actual",
    title: t("Actual"),
    cell: ({ actual }) =>
      actual === null ? (
        <span className="text-soft">{t("nothing")}</span>
      ) : (
        <code className="wrap-anywhere">
          <span className="text-soft md:hidden">{t("got")} </span>
          {String(actual)}
        </code>
      ),
  },
  {
    id: "result",
    title: t("Result"),
    cell: ({ passed }) => (
      <StatusBadge status={passed ? "up" : "down"} word={passed ? t("Passed") : t("Failed")} />
    ),
  },
];

/** The assertions on a response with the actual values. */
export function AssertionTable({ assertions }: { assertions: RunStep["assertions"] }) {
  const rows = assertions.map((assertion, index) => ({ ...assertion, id: String(index) }));
  return <Table caption={t("Assertions")} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />;
}
