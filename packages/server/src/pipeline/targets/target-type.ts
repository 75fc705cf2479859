import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { Actor } from "../../platform/kernel/actor.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { Sql } from "../../platform/storage/sql.ts";
import type { TargetFields } from "./target-row.ts";

/** Where a kind of target is stored, and what it is called. */
export type TargetTable = {
  kind: TargetKind;
  /** The noun of error messages, such as `API monitor`. */
  noun: string;
  /** The table of its own columns, and these columns, of a table `c`. */
  table: Sql;
  columns: Sql;
};

/**
 * What a kind of target adds to the lifecycle in lifecycle.ts. `Fields` are its writable fields as stored; `Create` and
 * `Update` are requests.
 */
export type TargetType<Fields extends TargetFields, Create, Update> = TargetTable & {
  /** Inserts or updates the row of its own table. */
  save(db: Db, id: TargetId, fields: Fields): Promise<unknown>;
  toFields(input: Create): Fields;
  /** Merges a request into the stored fields. */
  mergeFields(stored: Fields, input: Update): Fields;
  /** Throws if the caller may not make this change; `before` or `after` is null for a new or deleted target. */
  assertMayWrite?(actor: Actor, change: { before: Fields | null; after: Fields | null }): void;
  /** Returns what is wrong with the fields. `input` is the request of an update, `before` its stored fields. */
  findErrors?(
    ctx: { db: Db; orgId: OrgId },
    change: { fields: Fields; before: Fields | null; input: Update | null },
  ): Promise<ErrorDetail[]>;
  /** Returns the interval that the plan limits; default: `interval_ms`. */
  shortestIntervalMs?(fields: Fields): number | null;
  /** Whether a runner at each location checks it; default: yes. */
  needsRunner?(fields: Fields): boolean;
  /** The field that is reported if a location has no runner; default: `locations`. */
  locationField?(fields: Fields, location: string): string;
  /** Returns the names of the variables that the fields reference. */
  variables(fields: Fields): string[];
  /** Returns the fields as the audit log names them. */
  toLog(fields: Fields): Record<string, unknown>;
  /** Masks the values that may be secret, of some of the fields of `toLog`. */
  maskForLog(logged: Record<string, unknown>): Record<string, unknown>;
};
