import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { ASSERTION_TYPE_LABELS, expectedText } from "./assertion-labels.ts";

type Row = RunStep["assertions"][number] & { id: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "source",
    title: "Source",
    cell: ({ type, property }) => (
      <>
        {ASSERTION_TYPE_LABELS[type]}
        {property && <code className="ml-2 text-soft">{property}</code>}
      </>
    ),
  },
  { id: "expected", title: "Expected", cell: (row) => <code>{expectedText(row)}</code> },
  {
    id: "actual",
    title: "Actual",
    cell: ({ actual }) =>
      actual === null ? (
        <span className="text-soft">nothing</span>
      ) : (
        <code>
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

/** Expected and actual values of a response. */
export function AssertionTable({ assertions }: { assertions: RunStep["assertions"] }) {
  const rows = assertions.map((assertion, index) => ({ ...assertion, id: String(index) }));
  return <Table caption="Assertions" columns={COLUMNS} rows={rows} idOf={({ id }) => id} />;
}
