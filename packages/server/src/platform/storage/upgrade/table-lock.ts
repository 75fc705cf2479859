import type { LockMode } from "./lock-modes.ts";

/** What takes longer the larger the table is. */
export type TableWork = "none" | "scan" | "index" | "update" | "rewrite";
export type TableLock = { table: string; mode: LockMode; work: TableWork };

/** What a statement alone does not say. */
export type SchemaCatalog = {
  tables: ReadonlySet<string>;
  foreignKeys: readonly { table: string; name: string; columns: readonly string[]; target: string }[];
  /** The table of each index. */
  tableOfIndex: ReadonlyMap<string, string>;
};

const WORK_ORDER: readonly TableWork[] = ["none", "scan", "index", "update", "rewrite"];

export function moreWork(one: TableWork, other: TableWork): TableWork {
  return WORK_ORDER.indexOf(one) >= WORK_ORDER.indexOf(other) ? one : other;
}
