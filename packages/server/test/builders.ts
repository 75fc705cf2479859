import { newId } from "../src/kernel/ids.ts";
import { shardOf } from "../src/kernel/shard.ts";
import type { Db } from "../src/storage/database.ts";
import { sql } from "../src/storage/sql.ts";

/** Rows that tests start from. Each test makes its own organization, so none disturbs another. */

export async function makeOrganization(db: Db): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`insert into organization (id, name, slug) values (${id}, 'Test', ${`test-${id}`})`);
  return id;
}

export type MonitorWish = {
  orgId: string;
  url?: string;
  intervalMs?: number;
  locations?: readonly string[];
  createdAt?: Date;
};

export async function makeMonitor(
  db: Db,
  {
    orgId,
    url = "http://127.0.0.1/",
    intervalMs = 60_000,
    locations = ["default"],
    createdAt = new Date(),
  }: MonitorWish,
): Promise<{ id: string; seriesKeys: number[] }> {
  const id = newId(Date.now());
  await db.run(sql`
    insert into monitor (id, org_id, name, type, url, method, interval_ms, timeout_ms, locations, status_since,
      schedule_since, shard, created_at, updated_at)
    values (${id}, ${orgId}, 'Test', 'url', ${url}, 'GET', ${intervalMs}, 1000, ${locations}, ${createdAt},
      ${createdAt}, ${shardOf(id)}, ${createdAt}, ${createdAt})`);
  const series = await db.rows<{ series_key: number }>(sql`
    insert into monitor_location (monitor_id, location, status_since)
    select ${id}, location, ${createdAt} from unnest(${locations}::text[]) as location
    returning series_key`);
  return { id, seriesKeys: series.map((row) => row.series_key) };
}
