import { randomUUID } from "node:crypto";
import { createConfig } from "@vedette/contract/checks/check-config.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { newId } from "../src/platform/kernel/ids.ts";
import { shardOf } from "../src/platform/kernel/shard.ts";
import type { Db } from "../src/platform/storage/database.ts";
import { sql } from "../src/platform/storage/sql.ts";

/** Creates rows for tests. Each test creates its own organization, so that tests do not affect each other. */

export async function makeOrganization(db: Db): Promise<string> {
  const id = newId(Date.now());
  await db.run(sql`insert into organization (id, name, slug) values (${id}, 'Test', ${`test-${id}`})`);
  return id;
}

export type MonitorInput = {
  orgId: string;
  url?: string;
  intervalMs?: number;
  locations?: readonly string[];
  createdAt?: Date;
  /** The registrable domain. */
  domain?: string | null;
};

export async function makeMonitor(
  db: Db,
  {
    orgId,
    url = "http://127.0.0.1/",
    intervalMs = 60_000,
    locations = ["default"],
    createdAt = new Date(),
    domain = null,
  }: MonitorInput,
): Promise<{ id: string; seriesKeys: number[] }> {
  const id = newId(Date.now());
  await db.run(sql`
    with made_target as (${insertTarget({ id, kind: "monitor", address: url, orgId, intervalMs, locations, createdAt })})
    insert into monitor (id, type, config, domain)
    values (${id}, 'url', ${JSON.stringify(createConfig("url", { url }))}::jsonb, ${domain})`);
  const series = await db.rows<{ series_key: number }>(sql`
    insert into series (target_id, location, status_since)
    select ${id}, location, ${createdAt} from unnest(${locations}::text[]) as location
    returning series_key`);
  return { id, seriesKeys: series.map((row) => row.series_key) };
}

export type ApiMonitorInput = {
  orgId: string;
  /** The names of the steps, in order. */
  steps?: readonly string[];
  intervalMs?: number;
  locations?: readonly string[];
  createdAt?: Date;
};

/** `seriesKeys` are the series of the API monitor itself, in the order of its locations. */
export async function makeApiMonitor(
  db: Db,
  {
    orgId,
    steps = ["GET /"],
    intervalMs = 60_000,
    locations = ["default"],
    createdAt = new Date(),
  }: ApiMonitorInput,
): Promise<{ id: string; seriesKeys: number[] }> {
  const id = newId(Date.now());
  const definition = steps.map((name) => ({ name, method: "GET", url: "http://127.0.0.1/" }));
  await db.run(sql`
    with made_target as (${insertTarget({ id, kind: "api_monitor", orgId, intervalMs, locations, createdAt })})
    insert into api_monitor (id, steps) values (${id}, ${JSON.stringify(definition)}::json)`);
  const seriesKeys: number[] = [];
  for (const location of locations)
    seriesKeys.push(await makeSeries(db, { targetId: id, location, createdAt }));
  return { id, seriesKeys };
}

export type JourneyInput = {
  orgId: string;
  /** The names of the steps, in order; null for a journey with a script. */
  steps?: readonly string[] | null;
  /** Null for a journey that only runs on demand. */
  intervalMs?: number | null;
  createdAt?: Date;
};

/** Creates a journey at one location. `seriesKey` is the series of the journey itself. */
export async function makeJourney(
  db: Db,
  { orgId, steps = ["open"], intervalMs = 300_000, createdAt = new Date() }: JourneyInput,
): Promise<{ id: string; seriesKey: number }> {
  const id = newId(Date.now());
  const definition = steps?.map((name) => ({ name, action: "goto", url: "http://127.0.0.1/" }));
  await db.run(sql`
    with made_target as (${insertTarget({ id, kind: "journey", orgId, intervalMs, createdAt })})
    insert into journey (id, primary_location, steps, script)
    values (${id}, 'default', ${definition ? JSON.stringify(definition) : null}::json,
      ${definition ? null : "test.step();"})`);
  return { id, seriesKey: await makeSeries(db, { targetId: id, createdAt }) };
}

export type HeartbeatInput = {
  orgId: string;
  schedule?: HeartbeatSchedule;
  graceSeconds?: number;
  createdAt?: Date;
};

/** Creates a heartbeat that expects a ping each hour. */
export async function makeHeartbeat(
  db: Db,
  {
    orgId,
    schedule = { type: "period", seconds: 3_600 },
    graceSeconds = 600,
    createdAt = new Date(),
  }: HeartbeatInput,
): Promise<{ id: string; pingId: string; seriesKey: number }> {
  const [id, pingId] = [newId(Date.now()), randomUUID()];
  await db.run(sql`
    with made_target as (${insertTarget({ id, kind: "heartbeat", orgId, intervalMs: null, locations: [], createdAt })})
    insert into heartbeat (id, org_id, ping_id, slug, schedule, grace_seconds, methods, body_bytes_max, paused_ping)
    values (${id}, ${orgId}, ${pingId}, ${id}, ${JSON.stringify(schedule)}::jsonb, ${graceSeconds}, 'any', 10000, 'resume')`);
  return { id, pingId, seriesKey: await makeSeries(db, { targetId: id, location: "heartbeat", createdAt }) };
}

/** Creates a series of an existing target, or of one of its steps. */
export async function makeSeries(
  db: Db,
  {
    targetId,
    location = "default",
    step = null,
    createdAt = new Date(),
  }: { targetId: string; location?: string; step?: string | null; createdAt?: Date },
): Promise<number> {
  const series = await db.find<{ series_key: number }>(sql`
    insert into series (target_id, location, step, status_since)
    values (${targetId}, ${location}, ${step}, ${createdAt})
    returning series_key`);
  return series?.series_key ?? 0;
}

type TargetInput = {
  id: string;
  orgId: string;
  kind: TargetKind;
  address?: string | null;
  intervalMs?: number | null;
  locations?: readonly string[];
  createdAt?: Date;
};

/** A statement that inserts the row of a target, without that of its kind. */
export function insertTarget({
  id,
  orgId,
  kind,
  address = null,
  intervalMs = 60_000,
  locations = ["default"],
  createdAt = new Date(),
}: TargetInput) {
  return sql`
    insert into target (id, org_id, kind, name, address, interval_ms, timeout_ms, locations, status_since, schedule_since,
      shard, created_at, updated_at)
    values (${id}, ${orgId}, ${kind}, 'Test', ${address}, ${intervalMs}, 1000, ${locations}, ${createdAt}, ${createdAt},
      ${shardOf(id)}, ${createdAt}, ${createdAt})`;
}
