import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../app.ts";

export const MONITORS_URL = "/api/v1/monitors";
export const MINIMAL_MONITOR = { name: "m", type: "url", url: "http://127.0.0.1/" };

/** Registers the hooks of a test file about monitors: one app, and an organization for each test. */
export function monitorsLab() {
  let running: TestApp;
  let org: TestOrg;
  const events: LiveEvent[] = [];
  beforeAll(async () => {
    running = await startTestApp();
    running.queue.takeEvents((taken) => events.push(...taken));
  });
  beforeEach(async () => {
    org = await makeOrg(running.database);
    events.length = 0;
  });
  afterAll(() => running.stop());

  const create = (payload: object) =>
    running.call(org.keys.admin, { method: "POST", url: MONITORS_URL, payload });
  const put = (id: string, payload: object) =>
    running.call(org.keys.admin, { method: "PUT", url: `${MONITORS_URL}/${id}`, payload });
  const get = (id: string) => running.call(org.keys.admin, { method: "GET", url: `${MONITORS_URL}/${id}` });

  async function createMonitor(payload: object = MINIMAL_MONITOR): Promise<Monitor> {
    const response = await create(payload);
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
    return response.json().data;
  }

  async function stored(id: string) {
    const row = await running.database.find<{
      revision: number;
      schedule_since: Date;
      updated_at: Date;
      shard: number;
    }>(sql`select revision, schedule_since, updated_at, shard from target where id = ${id}`);
    if (!row) throw new Error("no such monitor");
    return row;
  }

  function series(id: string) {
    return running.database.rows<{ location: string; active: boolean; status: string }>(
      sql`select location, active, status from series where target_id = ${id} order by location`,
    );
  }

  function stateChanges(id: string) {
    return running.database.rows<{ status: string; previous_status: string }>(
      sql`select status, previous_status from status_change where target_id = ${id} order by at`,
    );
  }
  return {
    get running() {
      return running;
    },
    get org() {
      return org;
    },
    get events() {
      return events;
    },
    create,
    put,
    get,
    createMonitor,
    stored,
    series,
    stateChanges,
  };
}
