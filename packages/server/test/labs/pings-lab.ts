import { randomUUID } from "node:crypto";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { ensurePartitions } from "../../src/pipeline/results/retention/partitions.ts";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../app.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Registers the hooks of a test file about pings: one app, and for each test an organization. */
export function pingsLab() {
  let running: TestApp;
  let org: TestOrg;
  beforeAll(async () => {
    running = await startTestApp();
    await ensurePartitions(running.database, Date.now());
  });
  beforeEach(async () => {
    org = await makeOrg(running.database);
  });
  afterAll(() => running.stop());

  /** Calls the API with the admin key of the organization, and returns the data of a response that must succeed. */
  const api = async (method: Method, path: string, payload?: object) => {
    const url = `/api/v1${path}`;
    const response = await running.call(org.keys.admin, { method, url, ...(payload && { payload }) });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json().data;
  };
  return {
    get running() {
      return running;
    },
    get org() {
      return org;
    },
    /** Continues the test with another organization. */
    set org(other: TestOrg) {
      org = other;
    },
    api,
    make: (payload: object = {}): Promise<Heartbeat> =>
      api("POST", "/heartbeats", { name: `Job ${randomUUID()}`, ...payload }),
    ping: (path: string, options: Omit<InjectOptions, "url"> = {}) =>
      running.app.server.inject({ method: "GET", ...options, url: `/ping/${path}` }),
    pingsOf: (id: string, query = ""): Promise<Ping[]> => api("GET", `/heartbeats/${id}/pings${query}`),
  };
}
