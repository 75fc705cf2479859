import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { FoundProblem } from "./problem-watch.ts";

/** Without journeys, no Chromium is needed. `missing` returns what is missing, or null. */
export async function findChromiumProblem(
  db: Pick<Db, "find">,
  missing: () => Promise<string | null>,
): Promise<FoundProblem | null> {
  const journey = await db.find(sql`
    select from target where kind = 'journey' and enabled limit 1`);
  if (journey === null) return null;
  const message = await missing();
  return message === null ? null : { code: "chromium_missing", message };
}
