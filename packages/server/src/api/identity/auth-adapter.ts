import { createHash } from "node:crypto";
import { type CustomAdapter, createAdapterFactory } from "better-auth/adapters";
import type { Db } from "../../platform/storage/database.ts";
import type { AmbientTransaction } from "./ambient-transaction.ts";
import {
  type Condition,
  countRows,
  deleteRows,
  findRow,
  incrementRow,
  insertRow,
  listRows,
  type Row,
  takeRow,
  updateRow,
  updateRows,
} from "./row-statements.ts";

/**
 * Adapts better-auth to the pool and its transactions, without a query builder. Stores only a SHA-256 of a
 * session's token, never the token, so a stolen copy of the database contains no valid session.
 */
export function createAuthAdapter({ work, newId }: { work: AmbientTransaction; newId: () => string }) {
  // The options that reach the factory are only the constant schema, so one adapter serves all instances.
  return (options: Parameters<ReturnType<typeof createAdapterFactory>>[0]) => {
    const adapter: ReturnType<ReturnType<typeof createAdapterFactory>> = createAdapterFactory({
      config: {
        adapterId: "vedette",
        supportsJSON: false,
        supportsUUIDs: false,
        supportsNumericIds: false,
        customIdGenerator: newId,
        // Statements inside find the transaction through `work`.
        transaction: (run) => work.inTransaction(() => run(adapter)),
      },
      adapter: ({ getFieldName }) => rowsAdapter(work.db, getFieldName),
    })(options);
    return adapter;
  };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const TOKEN_COLUMN = "token_hash";

/**
 * Guarantee behind the casts: a row has the columns that better-auth named, and better-auth maps them back.
 */
function rowsAdapter(db: () => Db, columnOf: ColumnOf): CustomAdapter {
  return {
    async create<T>({ model, data }: { model: string; data: T }) {
      return withToken(await insertRow(db(), model, hashed(data as Row)), (data as Row)[TOKEN_COLUMN]) as T;
    },
    async findOne<T>({ model, where }: { model: string; where: readonly Condition[] }) {
      return withToken(await findRow(db(), model, where.map(hashedCondition)), tokenIn(where)) as T | null;
    },
    async findMany<T>({ model, where = [], limit, offset = 0, sortBy }: FindMany) {
      // The one name that better-auth leaves to the adapter to translate.
      const order = sortBy && { ...sortBy, field: columnOf({ model, field: sortBy.field }) };
      const page = { limit, offset, ...(order && { sortBy: order }) };
      return (await listRows(db(), model, { where: where.map(hashedCondition), page })) as T[];
    },
    async update<T>({ model, where, update }: { model: string; where: readonly Condition[]; update: T }) {
      const changed = { where: where.map(hashedCondition), set: hashed(update as Row) };
      return withToken(await updateRow(db(), model, changed), tokenIn(where)) as T | null;
    },
    updateMany: ({ model, where, update }) =>
      updateRows(db(), model, { where: where.map(hashedCondition), set: hashed(update) }),
    async delete({ model, where }) {
      await deleteRows(db(), model, where.map(hashedCondition));
    },
    deleteMany: ({ model, where }) => deleteRows(db(), model, where.map(hashedCondition)),
    async consumeOne<T>({ model, where }: { model: string; where: readonly Condition[] }) {
      return (await takeRow(db(), model, where.map(hashedCondition))) as T | null;
    },
    async incrementOne<T>({ model, where, increment, set = {} }: IncrementOne) {
      return (await incrementRow(db(), model, {
        where: where.map(hashedCondition),
        increment,
        set: hashed(set),
      })) as T | null;
    },
    count: ({ model, where = [] }) => countRows(db(), model, where.map(hashedCondition)),
  };
}

type ColumnOf = (field: { model: string; field: string }) => string;

type FindMany = {
  model: string;
  where?: readonly Condition[] | undefined;
  limit: number;
  offset?: number | undefined;
  sortBy?: { field: string; direction: "asc" | "desc" } | undefined;
};

type IncrementOne = {
  model: string;
  where: readonly Condition[];
  increment: Record<string, number>;
  set?: Record<string, unknown> | undefined;
};

function hashed(row: Row): Row {
  const token = row[TOKEN_COLUMN];
  return typeof token === "string" ? { ...row, [TOKEN_COLUMN]: hashToken(token) } : row;
}

function hashedCondition(condition: Condition): Condition {
  if (condition.field !== TOKEN_COLUMN) return condition;
  const { value } = condition;
  return {
    ...condition,
    value: Array.isArray(value) ? value.map((token) => hashToken(String(token))) : hashToken(String(value)),
  };
}

function tokenIn(where: readonly Condition[]): unknown {
  return where.find(({ field, operator = "eq" }) => field === TOKEN_COLUMN && operator === "eq")?.value;
}

/** better-auth sets the cookie from the returned row, so the row contains the token itself, not its hash. */
function withToken(row: Row | null, token: unknown): Row | null {
  return row !== null && TOKEN_COLUMN in row && typeof token === "string"
    ? { ...row, [TOKEN_COLUMN]: token }
    : row;
}
