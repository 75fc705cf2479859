import type { Sort } from "@vedette/contract/common/paging.ts";
import { assertNever } from "../kernel/errors.ts";
import type { CursorPosition } from "../kernel/keyset.ts";
import { type Sql, sql } from "./sql.ts";

/** The columns that a list is sorted by. */
export type KeysetColumns = { at: Sql; name: Sql; id: Sql };

/** `and …` for the rows after a place, and `order by …`, of a list in one of its four orders. */
export function keyset(
  sort: Sort,
  { at, name, id }: KeysetColumns,
  place: CursorPosition | null,
): { after: Sql; order: Sql } {
  switch (sort) {
    case "created_at":
      return {
        after: place ? sql` and (${at}, ${id}) > (${place.value}::timestamptz, ${place.id}::uuid)` : sql``,
        order: sql` order by ${at}, ${id}`,
      };
    case "-created_at":
      return {
        after: place ? sql` and (${at}, ${id}) < (${place.value}::timestamptz, ${place.id}::uuid)` : sql``,
        order: sql` order by ${at} desc, ${id} desc`,
      };
    case "name":
      return {
        after: place ? sql` and (${name}, ${id}) > (${place.value}, ${place.id}::uuid)` : sql``,
        order: sql` order by ${name}, ${id}`,
      };
    case "-name":
      return {
        after: place ? sql` and (${name}, ${id}) < (${place.value}, ${place.id}::uuid)` : sql``,
        order: sql` order by ${name} desc, ${id} desc`,
      };
    default:
      return assertNever(sort);
  }
}
