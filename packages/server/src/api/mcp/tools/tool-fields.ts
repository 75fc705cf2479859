import type { Target } from "@vedette/contract/targets/targets.ts";
import { z } from "zod";
import { type Call, ToolError } from "../tool.ts";

/** Arguments that several tools share. */

const PAGE_ROWS_MAX = 100;
const PAGE_ROWS_DEFAULT = 20;

export const pageFields = {
  limit: z
    .number()
    .int()
    .min(1)
    .max(PAGE_ROWS_MAX)
    .default(PAGE_ROWS_DEFAULT)
    .meta({ description: "Rows at most; a page has fewer if they are large" }),
  cursor: z.string().max(512).optional().meta({ description: "`next_cursor` of the previous page" }),
};

const instant = z.iso.datetime({ offset: true });
export const timeFields = {
  from: instant.optional().meta({ description: "Start, such as 2026-01-31T12:00:00Z" }),
  to: instant.optional().meta({ description: "End, such as 2026-01-31T13:00:00Z" }),
};

export const targetId = z.string().max(64).meta({ description: "`id` of list_targets" });

/** What every tool that reads a target needs. */
export const FIND_TARGET = "GET /api/v1/targets";

/** Throws if the target does not exist. */
export async function getListedTarget(call: Call, id: string): Promise<Target> {
  const { data } = await call(FIND_TARGET, { query: { ids: id, limit: 1 } });
  const target = data[0];
  if (target === undefined)
    throw new ToolError(`There is no target '${id}'. list_targets returns the IDs of all.`);
  return target;
}

/** Drops what was not given, and joins lists by commas as query strings have them. */
export function queryOf<T extends Record<string, unknown>>(args: T): { [Name in keyof T]: Joined<T[Name]> } {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const joined = given.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]);
  return Object.fromEntries(joined) as { [Name in keyof T]: Joined<T[Name]> };
}
type Joined<V> = V extends readonly unknown[] ? string : V;
