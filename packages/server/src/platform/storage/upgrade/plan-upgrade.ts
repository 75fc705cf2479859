import { blocksOf, type LockBlocks, type LockMode, strongerLock } from "./lock-modes.ts";
import { splitStatements } from "./split-statements.ts";
import { effectsOf } from "./statement-effects.ts";
import { moreWork, type SchemaCatalog, type TableLock, type TableWork } from "./table-lock.ts";

/** What pending migrations will do to a database of a known size, and for how long. Pure. */

/** Bytes without and with indexes are apart; rows are PostgreSQL's estimate. */
export type TableSize = { rows: number; tableBytes: number; indexBytes: number; indexes: number };

/** How fast this database is; measured in `measure-rates.ts`. */
export type MigrationRates = {
  secondsPerStatement: number;
  scanBytesPerSecond: number;
  rewriteBytesPerSecond: number;
  indexRowsPerSecond: number;
  updateRowsPerSecond: number;
};

export type PlannedLock = {
  table: string;
  mode: LockMode;
  blocks: LockBlocks;
  work: TableWork;
  rows: number;
  /** With indexes. */
  bytes: number;
};

export type SecondsRange = { expected: number; min: number; max: number };

export type PlannedMigration = {
  name: string;
  /** The first paragraph of its header. */
  description: string;
  /** Whether processes of the installed version go on meanwhile and afterwards. */
  worksWithInstalled: boolean;
  statements: number;
  locks: PlannedLock[];
  /** Statements that are not known, and are read as ACCESS EXCLUSIVE and a rewrite of the tables that they name. */
  unknown: string[];
  seconds: SecondsRange;
  /** Until the next checkpoint, with the write-ahead log. */
  diskBytes: number;
};

export type UpgradePlanInput = {
  pending: readonly { name: string; text: string; worksWith: string | null }[];
  /** The newest migration of the database. */
  installed: string;
  catalog: SchemaCatalog;
  sizes: ReadonlyMap<string, TableSize>;
  rates: MigrationRates;
};

/** The range of an expected time; ADR 0096 has the comparison with measured migrations. */
const RANGE = { min: 0.3, max: 3 };

export function planUpgrade(input: UpgradePlanInput): PlannedMigration[] {
  // Nothing else uses tables that earlier pending migrations create, and they are empty.
  const created = new Set<string>();
  return input.pending.map((migration) => planMigration(migration, input, created));
}

type Found = TableLock & { isKnown: boolean };

function planMigration(
  { name, text, worksWith }: UpgradePlanInput["pending"][number],
  { installed, catalog, sizes, rates }: UpgradePlanInput,
  created: Set<string>,
): PlannedMigration {
  const statements = splitStatements(text);
  const unknown: string[] = [];
  const found: Found[] = [];
  for (const statement of statements) {
    const { isKnown, creates, locks } = effectsOf(statement, catalog);
    for (const table of creates) created.add(table);
    if (!isKnown) unknown.push(shorten(statement.text));
    found.push(...locks.filter(({ table }) => !created.has(table)).map((lock) => ({ ...lock, isKnown })));
  }
  const costs = found.map(({ table, work }) => costOf(work, sizes.get(table) ?? EMPTY, rates));
  const expected =
    statements.length * rates.secondsPerStatement + costs.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    name,
    description: headerText(text),
    worksWithInstalled: worksWith !== null && worksWith <= installed.slice(0, 4),
    statements: statements.length,
    locks: mergeLocks(found, sizes),
    unknown,
    seconds: { expected, min: expected * RANGE.min, max: expected * RANGE.max },
    diskBytes: costs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const EMPTY: TableSize = { rows: 0, tableBytes: 0, indexBytes: 0, indexes: 0 };

function mergeLocks(found: readonly Found[], sizes: ReadonlyMap<string, TableSize>): PlannedLock[] {
  const merged = new Map<string, PlannedLock>();
  for (const { table, mode, work } of found) {
    const known = merged.get(table);
    const strongest = known ? strongerLock(known.mode, mode) : mode;
    const { rows, tableBytes, indexBytes } = sizes.get(table) ?? EMPTY;
    merged.set(table, {
      table,
      mode: strongest,
      blocks: blocksOf(strongest),
      work: known ? moreWork(known.work, work) : work,
      rows,
      bytes: tableBytes + indexBytes,
    });
  }
  return [...merged.values()];
}

/** A B-tree entry of a UUID and an instant, with its share of inner pages and free space. */
const INDEX_BYTES_PER_ROW = 50;
/** What is written to a table is written to the write-ahead log as well. */
const LOGGED = 2;
/** New versions of rows and index entries, and the log of both and of each page that they touch. */
const UPDATED = 4;

function costOf(
  work: TableWork,
  { rows, tableBytes, indexBytes, indexes }: TableSize,
  rates: MigrationRates,
): { seconds: number; bytes: number } {
  const scan = tableBytes / rates.scanBytesPerSecond;
  const buildIndexes = (count: number) => (count * rows) / rates.indexRowsPerSecond;
  switch (work) {
    case "none":
      return { seconds: 0, bytes: 0 };
    case "scan":
      return { seconds: scan, bytes: 0 };
    case "index":
      return { seconds: scan + buildIndexes(1), bytes: rows * INDEX_BYTES_PER_ROW * LOGGED };
    case "update":
      return { seconds: scan + rows / rates.updateRowsPerSecond, bytes: (tableBytes + indexBytes) * UPDATED };
    case "rewrite": {
      const seconds = tableBytes / rates.rewriteBytesPerSecond + buildIndexes(indexes);
      return { seconds, bytes: (tableBytes + indexBytes) * LOGGED };
    }
  }
}

const STATEMENT_LENGTH_MAX = 120;

function shorten(text: string): string {
  return text.length <= STATEMENT_LENGTH_MAX ? text : `${text.slice(0, STATEMENT_LENGTH_MAX - 1)}…`;
}

function headerText(text: string): string {
  const header = /^(?:--.*\n)*/.exec(text)?.[0] ?? "";
  const lines = header.split("\n").map((line) => line.replace(/^-- ?/, ""));
  const [paragraph = ""] = lines
    .filter((line) => !line.startsWith("Works with:"))
    .join("\n")
    .split("\n\n");
  return paragraph.trim().replaceAll("\n", " ");
}
