import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeOrg, type TestApp, type TestOrg } from "../app.ts";
import { makeMonitor } from "../builders.ts";

/** Status pages of one organization, made through the API. */
export type PageMaker = {
  org: TestOrg;
  send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    payload?: object,
  ): ReturnType<TestApp["call"]>;
  /** Creates a published page with a slug of its own. */
  page(fields?: object): Promise<StatusPage>;
  component(page: { id: string }, fields?: object): Promise<PageComponent>;
  incident(page: { id: string }, fields?: object): Promise<PageIncident>;
  monitor(fields?: object): Promise<string>;
};

let made = 0;

export async function pageMaker(running: TestApp): Promise<PageMaker> {
  const org = await makeOrg(running.database);
  const send: PageMaker["send"] = (method, path, payload) =>
    running.call(org.keys.admin, { method, url: `/api/v1${path}`, ...(payload && { payload }) });
  const make = async <T>(path: string, payload: object): Promise<T> => {
    const response = await send("POST", path, payload);
    if (response.statusCode !== 201) throw new Error(`POST ${path} answered ${response.body}`);
    return response.json().data;
  };
  return {
    org,
    send,
    page: (fields = {}) => {
      made += 1;
      return make("/status-pages", { slug: `page-${made}`, title: "Example", published: true, ...fields });
    },
    component: ({ id }, fields = {}) =>
      make(`/status-pages/${id}/components`, { name: "Website", ...fields }),
    incident: ({ id }, fields = {}) =>
      make(`/status-pages/${id}/incidents`, { title: "Slow", message: "We look into it.", ...fields }),
    monitor: async (fields = {}) => {
      const monitor = { name: "Shop", type: "url", url: "https://shop.example/", ...fields };
      return (await make<{ id: string }>("/monitors", monitor)).id;
    },
  };
}

const DAY_MS = 86_400_000;

/** Requests a path of this server until it satisfies the check: changes reach the pages by NOTIFY. */
export async function visitUntil(
  running: TestApp,
  url: string,
  isDone: (response: Visited) => boolean,
  headers: Record<string, string> = {},
): Promise<Visited> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const response = await running.app.server.inject({ url, headers });
    if (isDone(response)) return response;
    if (Date.now() > deadline)
      throw new Error(`${url} answered ${response.statusCode} ${response.body.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Visited = Awaited<ReturnType<TestApp["call"]>>;

/** Status changes of a monitor: how long ago, the new status, and the one before. */
export type MadeChange = readonly [agoMs: number, status: string, previous: string];

/** Creates a monitor of 60 days with a history, and gaps of missed checks in it. */
export async function monitorWithHistory(
  { database }: TestApp,
  {
    orgId,
    changes,
    gaps = [],
    nowMs = Date.now(),
  }: {
    orgId: string;
    changes: readonly MadeChange[];
    gaps?: readonly (readonly [agoMs: number, slots: number])[];
    nowMs?: number;
  },
): Promise<string> {
  const { id, seriesKeys } = await makeMonitor(database, { orgId, createdAt: new Date(nowMs - 60 * DAY_MS) });
  for (const [agoMs, status, previous] of changes)
    await database.run(sql`
      insert into status_change (target_id, at, status, previous_status)
      values (${id}, ${new Date(nowMs - agoMs)}, ${status}, ${previous})`);
  await database.run(sql`update target set status = ${changes.at(-1)?.[1] ?? "pending"} where id = ${id}`);
  for (const [agoMs, slots] of gaps)
    await database.run(sql`
      insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
      values (${seriesKeys[0]}, ${new Date(nowMs - agoMs)}, ${new Date(nowMs - agoMs + (slots - 1) * 60_000)}, 'missed',
        'stopped', ${slots})`);
  // The newest slot is accounted for, so that the target counts as measured now.
  await database.run(sql`
    insert into slot_gap (series_key, from_slot, to_slot, kind, reason, slots)
    values (${seriesKeys[0]}, ${new Date(nowMs - 1_000)}, ${new Date(nowMs - 1_000)}, 'skipped', 'busy', 1)`);
  return id;
}
