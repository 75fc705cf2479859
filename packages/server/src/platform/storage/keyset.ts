import type { Sort } from "@vedette/contract/common/paging.ts";
import { assertNever } from "../kernel/errors.ts";
import type { CursorPosition } from "../kernel/keyset.ts";
import { type Sql, sql } from "./sql.ts";

/** The columns by which a list is sorted. */
export type KeysetColumns = { at: Sql; name: Sql; id: Sql };

/** Returns `and …` for the rows after a position, and `order by …`, for one of the four orders. */
export function keyset(
  sort: Sort,
  { at, name, id }: KeysetColumns,
  position: CursorPosition | null,
): { after: Sql; order: Sql } {
  switch (sort) {
    case "created_at":
      return {
        after: position
          ? sql` and (${at}, ${id}) > (${position.value}::timestamptz, ${position.id}::uuid)`
          : sql``,
        order: sql` order by ${at}, ${id}`,
      };
    case "-created_at":
      return {
        after: position
          ? sql` and (${at}, ${id}) < (${position.value}::timestamptz, ${position.id}::uuid)`
          : sql``,
        order: sql` order by ${at} desc, ${id} desc`,
      };
    case "name":
      return {
        after: position ? sql` and (${name}, ${id}) > (${position.value}, ${position.id}::uuid)` : sql``,
        order: sql` order by ${name}, ${id}`,
      };
    case "-name":
      return {
        after: position ? sql` and (${name}, ${id}) < (${position.value}, ${position.id}::uuid)` : sql``,
        order: sql` order by ${name} desc, ${id} desc`,
      };
    default:
      return assertNever(sort);
  }
}
