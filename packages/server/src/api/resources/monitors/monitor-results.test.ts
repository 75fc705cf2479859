import { describe, expect, test } from "vitest";
import { makeOrg, startTestApp } from "../../../../test/app.ts";
import { MINIMAL_MONITOR, MONITORS_URL, monitorsLab } from "../../../../test/labs/monitors-lab.ts";

const lab = monitorsLab();
const { createMonitor } = lab;

describe("results and stats", () => {
  test("of a new monitor are empty and accept filters", async () => {
    const { id } = await createMonitor();
    const results = await lab.running.call(lab.org.keys.agent, {
      method: "GET",
      url: `${MONITORS_URL}/${id}/results?limit=5&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00%2B02:00&location=default&status=down`,
    });
    expect([results.statusCode, results.json()]).toEqual([
      200,
      { success: true, data: [], meta: { next_cursor: null, has_more: false } },
    ]);
    const stats = await lab.running.call(lab.org.keys.agent, {
      method: "GET",
      url: `${MONITORS_URL}/${id}/stats?period=7d`,
    });
    expect(stats.json()).toMatchObject({
      success: true,
      data: { monitor_id: id, period: "7d", total_checks: 0 },
    });
  });

  test.each([
    ["results?from=yesterday", "from"],
    ["results?status=pending", "status"],
    ["results?cursor=x", "cursor"],
    ["stats?period=1y", "period"],
    ["stats?period=7d&from=2026-01-01T00:00:00Z", "period"],
  ])("%s is rejected", async (path, field) => {
    const { id } = await createMonitor();
    const response = await lab.running.call(lab.org.keys.agent, {
      method: "GET",
      url: `${MONITORS_URL}/${id}/${path}`,
    });
    expect([response.statusCode, response.json().error.details]).toMatchObject([400, [{ path: field }]]);
  });
});

describe("without a fallback location", () => {
  test("a location without a runner is rejected on create and update", async () => {
    const strict = await startTestApp({ config: { fallbackLocation: null } });
    try {
      const owner = await makeOrg(strict.database);
      strict.queue.announce("r1", "default");
      const post = (payload: object) =>
        strict.call(owner.keys.admin, { method: "POST", url: MONITORS_URL, payload });
      const refused = await post({ ...MINIMAL_MONITOR, locations: ["default", "mars"] });
      expect(refused.json().error.details).toEqual([
        { path: "locations", message: expect.stringContaining("'mars'") },
      ]);
      const { id } = (await post(MINIMAL_MONITOR)).json().data;
      const change = {
        method: "PUT",
        url: `${MONITORS_URL}/${id}`,
        payload: { locations: ["mars"] },
      } as const;
      expect((await strict.call(owner.keys.admin, change)).statusCode).toBe(400);
    } finally {
      await strict.stop();
    }
  });
});
