import { type LockMode, strongerLock } from "./lock-modes.ts";
import type { SqlToken } from "./split-statements.ts";
import { followsWords, namesAfter, tableNameAt } from "./sql-names.ts";
import { moreWork, type SchemaCatalog, type TableLock, type TableWork } from "./table-lock.ts";

/**
 * Locks and work of ALTER TABLE, of all its actions together: it takes the strictest lock before the first one. Null if an
 * action is not known. Source: https://www.postgresql.org/docs/18/sql-altertable.html
 */
export function alterTableEffects(
  { table, tokens }: { table: string; tokens: readonly SqlToken[] },
  foreignKeys: SchemaCatalog["foreignKeys"],
): TableLock[] | null {
  const locks = new Map<string, TableLock>();
  for (const action of splitActions(tokens)) {
    const effects = actionEffects({ table, action }, foreignKeys);
    if (effects === null) return null;
    for (const { table: locked, mode, work } of effects) {
      const known = locks.get(locked);
      locks.set(locked, {
        table: locked,
        mode: known ? strongerLock(known.mode, mode) : mode,
        work: known ? moreWork(known.work, work) : work,
      });
    }
  }
  return locks.size === 0 ? null : [...locks.values()];
}

function splitActions(tokens: readonly SqlToken[]): SqlToken[][] {
  const actions: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.text === "," && token.depth === 0) actions.push([]);
    else actions.at(-1)?.push(token);
  }
  return actions;
}

type Action = { table: string; action: readonly SqlToken[] };

function actionEffects(
  { table, action }: Action,
  foreignKeys: SchemaCatalog["foreignKeys"],
): TableLock[] | null {
  const own = foreignKeys.filter((key) => key.table === table);
  const lock = (mode: LockMode, work: TableWork = "none"): TableLock[] => [{ table, mode, work }];
  const begins = (words: string) => followsWords(action, words) !== null;
  const nameAfter = (words: string) => tableNameAt(action, followsWords(action, words) ?? action.length);
  if (isConstraint(action)) return constraintEffects({ table, action });
  if (begins("add ?column ?if-not-exists")) return columnEffects({ table, action });
  if (begins("drop constraint")) {
    const name = nameAfter("drop constraint ?if-exists");
    return [...lock("ACCESS EXCLUSIVE"), ...targetsOf(own.filter((key) => key.name === name))];
  }
  if (begins("drop ?column")) {
    const name = nameAfter("drop ?column ?if-exists") ?? "";
    return [...lock("ACCESS EXCLUSIVE"), ...targetsOf(own.filter((key) => key.columns.includes(name)))];
  }
  if (begins("validate constraint")) {
    return lock("SHARE UPDATE EXCLUSIVE", "scan");
  }
  if (begins("alter")) return alterColumnEffects(action, lock);
  if (begins("enable trigger") || begins("disable trigger")) return lock("SHARE ROW EXCLUSIVE");
  if (begins("rename") || begins("owner to")) return lock("ACCESS EXCLUSIVE");
  if (begins("set (") || begins("reset (")) return lock("SHARE UPDATE EXCLUSIVE");
  return null;
}

function alterColumnEffects(
  action: readonly SqlToken[],
  lock: (mode: LockMode, work?: TableWork) => TableLock[],
): TableLock[] | null {
  const change = action.slice((followsWords(action, "alter ?column") ?? 0) + 1);
  const begins = (words: string) => followsWords(change, words) !== null;
  if (begins("set not null")) return lock("ACCESS EXCLUSIVE", "scan");
  // Some types are compatible, which the statement does not show.
  if (begins("type") || begins("set data type")) return lock("ACCESS EXCLUSIVE", "rewrite");
  if (begins("set statistics")) return lock("SHARE UPDATE EXCLUSIVE");
  const isQuick = ["drop not null", "set default", "drop default", "set storage", "set compression"].some(
    begins,
  );
  return isQuick ? lock("ACCESS EXCLUSIVE") : null;
}

const CONSTRAINTS = new Set(["check", "foreign", "unique", "primary", "exclude", "not"]);

function isConstraint(action: readonly SqlToken[]): boolean {
  return (
    action[0]?.text === "add" && (action[1]?.text === "constraint" || CONSTRAINTS.has(action[1]?.text ?? ""))
  );
}

function constraintEffects({ table, action }: Action): TableLock[] | null {
  const kind = action[1]?.text === "constraint" ? action[3]?.text : action[1]?.text;
  const has = (...words: string[]) =>
    action.some((_, at) => words.every((word, index) => action[at + index]?.text === word));
  const work = has("not", "valid") ? "none" : "scan";
  if (kind === "foreign") {
    const targets = namesAfter(action, "references").filter((target) => target !== table);
    return [
      { table, mode: "SHARE ROW EXCLUSIVE", work },
      ...targets.map((target): TableLock => ({ table: target, mode: "SHARE ROW EXCLUSIVE", work: "none" })),
    ];
  }
  if (kind === "check" || kind === "not") return [{ table, mode: "ACCESS EXCLUSIVE", work }];
  if (has("using", "index")) return [{ table, mode: "ACCESS EXCLUSIVE", work: "scan" }];
  return kind === undefined || !CONSTRAINTS.has(kind)
    ? null
    : [{ table, mode: "ACCESS EXCLUSIVE", work: "index" }];
}

/** A new column. A default that is the same for all rows is stored once, in the catalog. */
function columnEffects({ table, action }: Action): TableLock[] {
  const words = action.filter(({ depth }) => depth === 0).map(({ text }) => text);
  const hasDefault = words.includes("default");
  const isComputed =
    words.some((word) => COUNTED_TYPES.has(word)) ||
    words.includes("stored") ||
    words.includes("identity") ||
    (hasDefault && hasVolatileDefault(action));
  const isIndexed = words.includes("unique") || words.includes("primary");
  const isChecked = words.includes("check") || (words.includes("not") && !hasDefault);
  const targets = namesAfter(action, "references").filter((target) => target !== table);
  // A reference without a value needs no check.
  const isCompared = targets.length > 0 && hasDefault;
  const work: TableWork = isComputed
    ? "rewrite"
    : isIndexed
      ? "index"
      : isChecked || isCompared
        ? "scan"
        : "none";
  return [
    { table, mode: "ACCESS EXCLUSIVE", work },
    ...targets.map((target): TableLock => ({ table: target, mode: "SHARE ROW EXCLUSIVE", work: "none" })),
  ];
}

const COUNTED_TYPES = new Set(["serial", "bigserial", "smallserial"]);
/** Functions whose value is the same for all rows of one statement, and types whose length is in parentheses. */
const STABLE = new Set([
  "now",
  "jsonb_build_object",
  "jsonb_build_array",
  "to_jsonb",
  "make_interval",
  "char",
]);
const TYPES = new Set(["numeric", "varchar", "timestamptz", "timestamp", "time", "bit"]);

function hasVolatileDefault(action: readonly SqlToken[]): boolean {
  const from = action.findIndex(({ text, depth }) => text === "default" && depth === 0);
  const value = action.slice(from + 1);
  const end = value.findIndex(({ text, depth }) => depth === 0 && COLUMN_WORDS.has(text));
  const expression = end === -1 ? value : value.slice(0, end);
  return expression.some(
    ({ text, kind }, at) =>
      kind === "word" && expression[at + 1]?.text === "(" && !STABLE.has(text) && !TYPES.has(text),
  );
}

const COLUMN_WORDS = new Set([
  "not",
  "null",
  "references",
  "check",
  "unique",
  "primary",
  "constraint",
  "collate",
]);

function targetsOf(keys: SchemaCatalog["foreignKeys"]): TableLock[] {
  return keys.map(({ target }) => ({ table: target, mode: "ACCESS EXCLUSIVE", work: "none" }));
}
