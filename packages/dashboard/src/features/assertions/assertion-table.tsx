import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { assertionText } from "./assertion-labels.ts";

type Row = RunStep["assertions"][number] & { id: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "assertion",
    title: "Assertion",
    cell: (row) => <span className="wrap-anywhere">{assertionText(row)}</span>,
  },
  {
    id: "actual",
    title: "Actual",
    cell: ({ actual }) =>
      actual === null ? (
        <span className="text-soft">nothing</span>
      ) : (
        <code className="wrap-anywhere">
          <span className="text-soft md:hidden">got </span>
          {String(actual)}
        </code>
      ),
  },
  {
    id: "result",
    title: "Result",
    cell: ({ passed }) => <StatusBadge status={passed ? "up" : "down"} word={passed ? "Passed" : "Failed"} />,
  },
];

/** The assertions on a response with the actual values. */
export function AssertionTable({ assertions }: { assertions: RunStep["assertions"] }) {
  const rows = assertions.map((assertion, index) => ({ ...assertion, id: String(index) }));
  return <Table caption="Assertions" columns={COLUMNS} rows={rows} idOf={({ id }) => id} />;
}
