import type { ReactNode } from "react";

/** Rows of a table under a header row, such as those of a group. */
export type TableSection<Row> = { id: string; header: ReactNode; rows: readonly Row[] };

export type TableItem<Row> =
  | { key: string; section: TableSection<Row>; row: null }
  | { key: string; section: null; row: Row };

/** Returns the rows of a table in the order in which they are shown, with the headers of its sections. */
export function tableItems<Row>(
  rows: readonly Row[],
  sections: readonly TableSection<Row>[] | undefined,
  idOf: (row: Row) => string,
): TableItem<Row>[] {
  const item = (row: Row): TableItem<Row> => ({ key: idOf(row), section: null, row });
  if (sections === undefined) return rows.map(item);
  return sections.flatMap((section) => [
    { key: `section ${section.id}`, section, row: null },
    ...section.rows.map(item),
  ]);
}
