import type { IncidentTimeline } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { updateIncidents } from "../../src/pipeline/incidents/updating/update-incidents.ts";
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { silentLogger } from "../../src/platform/kernel/logger.ts";
import { sql } from "../../src/platform/storage/sql.ts";
import { makeRule, startRecording } from "../alerting.ts";
import { makeOrg, type TestApp, type TestOrg } from "../app.ts";
import { makeMonitor } from "../builders.ts";

/** Incidents of one organization: made through the API, and by failures that are recorded as the scheduler does. */
export type IncidentMaker = {
  org: TestOrg;
  send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    payload?: object,
  ): ReturnType<TestApp["call"]>;
  open(fields?: object): Promise<Incident>;
  get(id: string): Promise<Incident>;
  timeline(id: string): Promise<IncidentTimeline>;
  list(query?: string): Promise<Incident[]>;
  /** A monitor with a rule that opens incidents: one failure is an alert. */
  watched(fields?: {
    name?: string;
    channelIds?: readonly string[];
    locations?: readonly string[];
  }): Promise<{ id: string; seriesKeys: number[] }>;
  /** Records results (`.` up, `x` down) a second apart, and updates the incidents as their job does. */
  record(seriesKey: number | undefined, letters: string, fromMs: number): Promise<void>;
  update(): Promise<void>;
};

/** Each monitor has a host of its own, so that hosts group no alerts. */
let made = 0;

export async function incidentMaker(running: TestApp): Promise<IncidentMaker> {
  const { database } = running;
  const org = await makeOrg(database);
  const { orgId } = org;
  const send: IncidentMaker["send"] = (method, path, payload) =>
    running.call(org.keys.admin, { method, url: `/api/v1/incidents${path}`, ...(payload && { payload }) });
  const read = async (method: "GET" | "POST", path: string, payload?: object) => {
    const response = await send(method, path, payload);
    if (response.statusCode >= 300) throw new Error(`${method} ${path} answered ${response.body}`);
    return response.json().data;
  };
  const update = () =>
    updateIncidents({ database, clock: systemClock, log: silentLogger, publish: () => {} }, orgId);
  return {
    org,
    send,
    open: (fields = {}) => read("POST", "", { title: "Checkout fails", ...fields }),
    get: (id) => read("GET", `/${id}`),
    timeline: (id) => read("GET", `/${id}/timeline`),
    list: (query = "") => read("GET", query),
    update,
    async watched({ name = "Shop", channelIds = [], locations = ["default"] } = {}) {
      made += 1;
      const url = `https://h${made}.example/`;
      const { id, seriesKeys } = await makeMonitor(database, { orgId, url, locations });
      await database.run(sql`update stored_target set name = ${name} where id = ${id}`);
      await makeRule(database, {
        ...{ type: "consecutive_failures", params: { threshold: 1, min_locations: 1 } },
        ...{ orgId, targetId: id, opensIncident: true, channelIds },
      });
      return { id, seriesKeys };
    },
    async record(seriesKey, letters, fromMs) {
      if (seriesKey === undefined) throw new Error("the monitor has no such location");
      const recording = await startRecording(database);
      try {
        await recording.recordEach(seriesKey, letters, fromMs);
      } finally {
        await recording.stop();
      }
      await update();
    },
  };
}
