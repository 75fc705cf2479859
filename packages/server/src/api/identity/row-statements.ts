import type { Db } from "../../platform/storage/database.ts";
import { identifier, type Sql, sql } from "../../platform/storage/sql.ts";

/**
 * Generates statements on rows of one table for better-auth. The names of tables and columns come from the
 * schema in `auth-options.ts`, never from a request. Hand-written statements are in `queries.ts`.
 */

export type Row = Record<string, unknown>;

/** `connector` joins a condition to the previous ones. */
export type Condition = {
  field: string;
  /** The default is `eq`. */
  operator?: string | undefined;
  value: unknown;
  connector?: "AND" | "OR" | undefined;
};

export type RowPage = {
  limit: number;
  offset: number;
  sortBy?: { field: string; direction: "asc" | "desc" };
};

export const insertRow = (db: Db, table: string, row: Row) =>
  db.find<Row>(sql`
    insert into ${identifier(table)} (${joined(Object.keys(row).map(identifier))})
    values (${joined(Object.values(row).map((value) => sql`${value}`))})
    returning *`);

export const findRow = (db: Db, table: string, where: readonly Condition[]) =>
  db.find<Row>(sql`select * from ${identifier(table)} where ${conditions(where)} limit 1`);

export const listRows = (
  db: Db,
  table: string,
  { where, page }: { where: readonly Condition[]; page: RowPage },
) => {
  const order =
    page.sortBy === undefined
      ? sql``
      : sql`order by ${identifier(page.sortBy.field)} ${page.sortBy.direction === "desc" ? sql`desc` : sql`asc`}`;
  return db.rows<Row>(sql`
    select * from ${identifier(table)} where ${conditions(where)} ${order}
    limit ${page.limit} offset ${page.offset}`);
};

export const countRows = async (db: Db, table: string, where: readonly Condition[]): Promise<number> => {
  const row = await db.find<{ count: number }>(
    sql`select count(*)::int as count from ${identifier(table)} where ${conditions(where)}`,
  );
  return row?.count ?? 0;
};

/** Returns the first updated row, or null. */
export const updateRow = (db: Db, table: string, { where, set }: { where: readonly Condition[]; set: Row }) =>
  db.find<Row>(
    sql`update ${identifier(table)} set ${assignments(set)} where ${conditions(where)} returning *`,
  );

export const updateRows = (
  db: Db,
  table: string,
  { where, set }: { where: readonly Condition[]; set: Row },
) => db.run(sql`update ${identifier(table)} set ${assignments(set)} where ${conditions(where)}`);

export const deleteRows = (db: Db, table: string, where: readonly Condition[]) =>
  db.run(sql`delete from ${identifier(table)} where ${conditions(where)}`);

/** Deletes one row and returns it. Of several concurrent calls, one gets it. */
export const takeRow = (db: Db, table: string, where: readonly Condition[]) =>
  db.find<Row>(sql`
    delete from ${identifier(table)}
    where id = (select id from ${identifier(table)} where ${conditions(where)} limit 1 for update)
    returning *`);

/** Increments counters and sets values if the guard matches; returns null if it does not. */
export const incrementRow = (
  db: Db,
  table: string,
  { where, increment, set }: { where: readonly Condition[]; increment: Record<string, number>; set: Row },
) => {
  const added = Object.entries(increment).map(
    ([field, delta]) => sql`${identifier(field)} = ${identifier(field)} + ${delta}`,
  );
  const all = Object.keys(set).length > 0 ? [...added, assignments(set)] : added;
  return db.find<Row>(
    sql`update ${identifier(table)} set ${joined(all)} where ${conditions(where)} returning *`,
  );
};

function assignments(set: Row): Sql {
  return joined(Object.entries(set).map(([field, value]) => sql`${identifier(field)} = ${value}`));
}

/** No condition matches every row, as in better-auth. */
function conditions(where: readonly Condition[]): Sql {
  return where.reduce<Sql>((before, next, index) => {
    const own = condition(next);
    if (index === 0) return own;
    return next.connector === "OR" ? sql`(${before}) or ${own}` : sql`(${before}) and ${own}`;
  }, sql`true`);
}

function condition({ field, operator = "eq", value }: Condition): Sql {
  const column = identifier(field);
  switch (operator) {
    case "eq":
      return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    case "ne":
      return value === null ? sql`${column} is not null` : sql`${column} <> ${value}`;
    case "lt":
      return sql`${column} < ${value}`;
    case "lte":
      return sql`${column} <= ${value}`;
    case "gt":
      return sql`${column} > ${value}`;
    case "gte":
      return sql`${column} >= ${value}`;
    case "in":
      return sql`${column} = any(${value})`;
    default:
      throw new Error(`better-auth asks for the operator '${operator}', which nothing here needed before`);
  }
}

function joined(parts: readonly Sql[]): Sql {
  const [first, ...rest] = parts;
  if (first === undefined) throw new Error("a statement without columns");
  return rest.reduce((before, part) => sql`${before}, ${part}`, first);
}
