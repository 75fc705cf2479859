import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { LoadState } from "./load-state.tsx";
import { Table, type TableProps } from "./table.tsx";

type ListTableProps<Row> = Omit<TableProps<Row>, "rows" | "idOf"> & {
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  /** Shown instead of an empty table: a sentence, or the first step. */
  empty: string | EmptyStateProps;
};

/** A table of a query's rows with its loading, error and empty states. */
export function ListTable<Row extends { id: string }>({ rows, error, empty, ...table }: ListTableProps<Row>) {
  return (
    <>
      <LoadState data={rows} error={error} />
      {rows?.length === 0 &&
        (typeof empty === "string" ? <p className="text-soft">{empty}</p> : <EmptyState {...empty} />)}
      {rows && rows.length > 0 && <Table {...table} rows={rows} idOf={({ id }) => id} />}
    </>
  );
}
