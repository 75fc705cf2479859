import { type ComponentProps, useState } from "react";
import { t } from "../language/t.ts";
import { SearchFilter } from "./list-filter.tsx";
import { ListTable } from "./list-table.tsx";

/** Shorter lists are seen at once. */
const SEARCHED_MIN = 20;

/** A `ListTable` with a search by name. The search of the browser finds only the rows of a long table that are in sight. */
export function NamedListTable<Row extends { id: string; name: string }>({
  rows,
  ...table
}: ComponentProps<typeof ListTable<Row>>) {
  const [text, setText] = useState("");
  if (rows === undefined || rows.length < SEARCHED_MIN) return <ListTable {...table} rows={rows} />;
  const wanted = text.trim().toLowerCase();
  const shown = rows.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchFilter label={t("Search by name")} text={text} onText={setText} />
        <p role="status" className="text-soft">
          {shown.length === rows.length
            ? t("{length, number} in all", { length: rows.length })
            : t("{length, number} of {length2, number}", { length: shown.length, length2: rows.length })}
        </p>
      </div>
      <ListTable {...table} rows={shown} empty={t("No name contains this text.")} />
    </div>
  );
}
