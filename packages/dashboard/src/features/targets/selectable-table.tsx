import { useMemo } from "react";
import { useRole } from "../../app/role.ts";
import { type Column, Table, type TableProps } from "../../components/table.tsx";
import { BulkActions, type TargetRow } from "./bulk/bulk-actions.tsx";
import type { TargetOperations } from "./target-operations.ts";
import { type Selection, useSelection } from "./use-selection.ts";

type ChoosableTableProps<Row> = Omit<TableProps<Row>, "columns" | "idOf"> & {
  operations: TargetOperations;
  /** `chosen` is null if the user cannot change anything. */
  columns(chosen: Selection | null): readonly Column<Row>[];
};

/** Table with selectable rows and bulk actions above it. */
export function SelectableTable<Row extends TargetRow>(props: ChoosableTableProps<Row>) {
  const { operations, columns: columnsOf, rows, ...table } = props;
  const chosen = useSelection();
  const mayChange = useRole().reaches("member");
  const columns = useMemo(() => columnsOf(mayChange ? chosen : null), [columnsOf, mayChange, chosen]);
  // Rows hidden by a filter are not changed, because the user could not see the effect.
  const chosenRows = rows.filter(({ id }) => chosen.ids.has(id));
  return (
    <>
      {chosenRows.length > 0 && (
        <BulkActions
          operations={operations}
          chosen={chosenRows}
          shownCount={rows.length}
          onAll={() => chosen.replace(rows.map(({ id }) => id))}
          onChosen={chosen.replace}
        />
      )}
      {rows.length === 0 ? (
        <p className="py-8 text-center text-soft">No {operations.noun.one} matches.</p>
      ) : (
        <Table {...table} columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
    </>
  );
}
