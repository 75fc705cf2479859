import { useMemo } from "react";
import { useRole } from "../../app/role.ts";
import { type Column, Table, type TableProps } from "../../components/table.tsx";
import { BulkActions, type TargetActions, type TargetRow } from "./bulk-actions.tsx";
import { type Selection, useSelection } from "./use-selection.ts";

type ChoosableTableProps<Row> = Omit<TableProps<Row>, "columns" | "idOf"> & {
  ways: TargetActions;
  /** `chosen` is null for who may not change anything. */
  columns(chosen: Selection | null): readonly Column<Row>[];
};

/** Rows of which some are chosen, with what can be done to those above them. */
export function SelectableTable<Row extends TargetRow>(props: ChoosableTableProps<Row>) {
  const { ways, columns: columnsOf, rows, ...table } = props;
  const chosen = useSelection();
  const mayChange = useRole().reaches("member");
  const columns = useMemo(() => columnsOf(mayChange ? chosen : null), [columnsOf, mayChange, chosen]);
  // What a filter hides is not acted upon: nobody would see what it does.
  const chosenRows = rows.filter(({ id }) => chosen.ids.has(id));
  return (
    <>
      {chosenRows.length > 0 && (
        <BulkActions
          ways={ways}
          chosen={chosenRows}
          shownCount={rows.length}
          onAll={() => chosen.replace(rows.map(({ id }) => id))}
          onNone={() => chosen.replace([])}
        />
      )}
      {rows.length === 0 ? (
        <p className="py-8 text-center text-soft">No {ways.noun.one} matches.</p>
      ) : (
        <Table {...table} columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
    </>
  );
}
