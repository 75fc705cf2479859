import { alterTableEffects } from "./alter-table-effects.ts";
import type { LockMode } from "./lock-modes.ts";
import type { SqlStatement, SqlToken } from "./split-statements.ts";
import { followsWords, namesAfter, tableNameAt } from "./sql-names.ts";
import type { SchemaCatalog, TableLock, TableWork } from "./table-lock.ts";

/**
 * Which tables a statement of a migration locks, and what it does to them, by the documentation of PostgreSQL: the pages of
 * each command, https://www.postgresql.org/docs/18/sql-commands.html. Pure. What triggers and functions do is not read.
 */

export type StatementEffects = {
  /** An unknown statement is read as ACCESS EXCLUSIVE and a rewrite of each table that it names. */
  isKnown: boolean;
  creates: string[];
  /** Without locks that are compatible with all statements of a service. */
  locks: TableLock[];
};

export function effectsOf({ tokens }: SqlStatement, catalog: SchemaCatalog): StatementEffects {
  // What depends on a table, and is dropped with it, is not read.
  const cascades = tokens.some(
    ({ text }, at) => text === "cascade" && !["delete", "update"].includes(tokens[at - 1]?.text ?? ""),
  );
  for (const { words, read } of READERS) {
    const at = followsWords(tokens, words);
    if (at === null || cascades) continue;
    const effects = read(tokens, at, catalog);
    if (effects !== null) return { isKnown: true, creates: [], locks: [], ...effects };
  }
  return { isKnown: false, creates: [], locks: unknownLocks(tokens, catalog) };
}

type Reader = (
  tokens: readonly SqlToken[],
  /** The first token after the words. */
  at: number,
  catalog: SchemaCatalog,
) => { creates?: string[]; locks?: TableLock[] } | null;

const nothing: Reader = () => ({});

/** The first reader whose words begin the statement and that does not return null. `?` marks optional words. */
const READERS: readonly { words: string; read: Reader }[] = [
  { words: "create table ?if-not-exists", read: createTable },
  { words: "create ?unique index concurrently ?if-not-exists", read: createIndex("SHARE UPDATE EXCLUSIVE") },
  { words: "create ?unique index ?if-not-exists", read: createIndex("SHARE") },
  { words: "create ?or-replace trigger", read: lockAfter("on", "SHARE ROW EXCLUSIVE") },
  { words: "create or replace view", read: lockNext("ACCESS EXCLUSIVE") },
  { words: "create view", read: createView },
  { words: "create ?or-replace function", read: nothing },
  { words: "create type", read: nothing },
  { words: "create sequence", read: nothing },
  { words: "alter table ?if-exists ?only", read: alterTable },
  { words: "alter sequence", read: nothing },
  { words: "drop table ?if-exists", read: dropTable },
  { words: "drop view ?if-exists", read: lockNext("ACCESS EXCLUSIVE") },
  { words: "drop index ?if-exists", read: dropIndex },
  { words: "drop trigger", read: lockAfter("on", "ACCESS EXCLUSIVE") },
  { words: "drop function", read: nothing },
  { words: "insert into", read: insertRows },
  { words: "update ?only", read: lockNext("ROW EXCLUSIVE", "update") },
  { words: "delete from ?only", read: lockNext("ROW EXCLUSIVE", "update") },
  { words: "truncate ?table", read: lockNext("ACCESS EXCLUSIVE") },
  { words: "comment on table", read: lockNext("SHARE UPDATE EXCLUSIVE") },
  { words: "analyze", read: lockNext("SHARE UPDATE EXCLUSIVE", "scan") },
];

function lockNext(mode: LockMode, work: TableWork = "none"): Reader {
  return (tokens, at) => {
    const table = tableNameAt(tokens, at);
    return table === null ? null : { locks: [{ table, mode, work }] };
  };
}

function lockAfter(word: string, mode: LockMode): Reader {
  return (tokens) => {
    const on = tokens.findIndex(({ text, depth }) => text === word && depth === 0);
    return lockNext(mode)(tokens, on + 1, NO_CATALOG);
  };
}

const NO_CATALOG: SchemaCatalog = { tables: new Set(), foreignKeys: [], tableOfIndex: new Map() };

function createTable(tokens: readonly SqlToken[], at: number): ReturnType<Reader> {
  const name = tableNameAt(tokens, at);
  const isPlain = tokens[at + 1]?.text === "(" || tokens[at + 3]?.text === "(";
  // Of partitions and copies, other tables are locked.
  if (name === null || !isPlain || tokens.some(({ text, depth }) => text === "inherits" && depth === 0)) {
    return null;
  }
  const targets = namesAfter(tokens, "references").filter((target) => target !== name);
  return {
    creates: [name],
    locks: targets.map((table) => ({ table, mode: "SHARE ROW EXCLUSIVE", work: "none" })),
  };
}

function createIndex(mode: LockMode): Reader {
  return (tokens) => {
    const on = tokens.findIndex(({ text }) => text === "on");
    const table = tableNameAt(tokens, tokens[on + 1]?.text === "only" ? on + 2 : on + 1);
    return table === null ? null : { locks: [{ table, mode, work: "index" }] };
  };
}

function createView(tokens: readonly SqlToken[], at: number): ReturnType<Reader> {
  const name = tableNameAt(tokens, at);
  return name === null ? null : { creates: [name] };
}

function alterTable(tokens: readonly SqlToken[], at: number, catalog: SchemaCatalog): ReturnType<Reader> {
  const table = tableNameAt(tokens, at);
  if (table === null) return null;
  const afterName = tokens[at + 1]?.text === "." ? at + 3 : at + 1;
  const locks = alterTableEffects({ table, tokens: tokens.slice(afterName) }, catalog.foreignKeys);
  return locks && { locks };
}

function dropTable(tokens: readonly SqlToken[], at: number, { foreignKeys }: SchemaCatalog) {
  const table = tableNameAt(tokens, at);
  if (table === null) return null;
  const own = foreignKeys.filter((key) => key.table === table && key.target !== table);
  const tables = new Set([table, ...own.map(({ target }) => target)]);
  return {
    locks: [...tables].map((each): TableLock => ({ table: each, mode: "ACCESS EXCLUSIVE", work: "none" })),
  };
}

function dropIndex(tokens: readonly SqlToken[], at: number, { tableOfIndex }: SchemaCatalog) {
  const index = tableNameAt(tokens, at);
  const table = index === null ? undefined : tableOfIndex.get(index);
  if (table === undefined) return null;
  const lock: TableLock = { table, mode: "ACCESS EXCLUSIVE", work: "none" };
  return { locks: [lock] };
}

/** The rows of a query are as many as those of the tables that it reads: at most, in the migrations that are written. */
function insertRows(tokens: readonly SqlToken[], at: number, { tables }: SchemaCatalog) {
  const table = tableNameAt(tokens, at);
  if (table === null) return null;
  const sources = [...namesAfter(tokens, "from"), ...namesAfter(tokens, "join")].filter((name) =>
    tables.has(name),
  );
  const locks: TableLock[] = [
    { table, mode: "ROW EXCLUSIVE", work: "none" },
    ...sources.map((source): TableLock => ({ table: source, mode: "ACCESS SHARE", work: "update" })),
  ];
  return { locks };
}

function unknownLocks(tokens: readonly SqlToken[], { tables }: SchemaCatalog): TableLock[] {
  const words = tokens.flatMap(({ text, kind }) => (kind === "string" ? (text.match(/\w+/g) ?? []) : [text]));
  const named = new Set(words.filter((word) => tables.has(word)));
  return [...named].map((table) => ({ table, mode: "ACCESS EXCLUSIVE", work: "rewrite" }));
}
