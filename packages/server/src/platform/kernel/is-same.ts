import { isDeepStrictEqual } from "node:util";

/** Returns whether all fields equal those of the stored row, so that an update would change nothing. */
export function isSame<Fields extends object>(row: Fields, fields: Fields): boolean {
  return (Object.keys(fields) as (keyof Fields)[]).every((name) =>
    isDeepStrictEqual(row[name], fields[name]),
  );
}
