import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { makeHeartbeat, makeJourney, makeMonitor } from "../../../../test/builders.ts";
import { insertResults, NO_PHASES } from "../../../../test/make-results.ts";
import {
  prometheusMissing,
  type RunningPrometheus,
  startPrometheus,
} from "../../../../test/servers/services/prometheus.ts";
import { countNextChunk } from "../../../pipeline/results/counters/count-results.ts";
import { ensurePartitions } from "../../../pipeline/results/retention/partitions.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { sql } from "../../../platform/storage/sql.ts";

const DASHBOARD = new URL("../../../../../../deploy/grafana/vedette-targets.json", import.meta.url);
/** Starting Prometheus, and two scrapes. */
const SCRAPED_WITHIN_MS = 60_000;

/** Whether values are these, in any order. */
const hasEach = (expected: readonly number[]) => (values: number[]) =>
  isDeepStrictEqual(
    values.toSorted((a, b) => a - b),
    expected,
  );

describe.skipIf(prometheusMissing !== null)(
  `a Prometheus that scrapes (${prometheusMissing ?? "installed"})`,
  () => {
    let running: TestApp;
    let org: TestOrg;
    let prometheus: RunningPrometheus;
    beforeAll(async () => {
      running = await startTestApp();
      org = await makeOrg(running.database);
      await fill();
      await running.app.server.listen({ host: "127.0.0.1", port: 0 });
      prometheus = await startPrometheus(portOf(running.app), org.keys.read);
      await vi.waitFor(
        async () => {
          const [scrapes] = await prometheus.query("min(count_over_time(vedette_target_status[5m]))");
          expect(scrapes?.value).toBeGreaterThanOrEqual(2);
        },
        { timeout: SCRAPED_WITHIN_MS, interval: 200 },
      );
    }, SCRAPED_WITHIN_MS + 10_000);
    afterAll(async () => {
      await prometheus?.stop();
      await running?.stop();
    });

    async function fill(): Promise<void> {
      const { database } = running;
      await ensurePartitions(database, Date.now());
      await countNextChunk(database, Date.now() - 3_600_000);
      const shop = await makeMonitor(database, {
        ...org,
        url: "https://shop.example/",
        domain: "shop.example",
      });
      const blog = await makeMonitor(database, org);
      await database.run(sql`
      update stored_target set name = case id when ${shop.id} then 'shop' else 'blog' end, tags = '{prod}',
        status = case id when ${shop.id} then 'up' else 'down' end
      where org_id = ${org.orgId}`);
      await database.run(sql`
      insert into domain_registration (domain, state, expires_at, next_lookup_at, wanted_at)
      values ('shop.example', 'found', now() + interval '30 days', now(), now())`);
      const [facts] = await database.rows<{ connection_key: number }>(sql`
      insert into check_connection (runner, tls_expires_at) values ('r', now() + interval '20 days')
      returning connection_key`);
      const connectionKey = facts?.connection_key ?? 0;
      const at = Date.now() - 60_000;
      const result = {
        phasesUs: { ...NO_PHASES, dns: 1_000, ttfb: 40_000 },
        responseUs: 50_000,
        connectionKey,
      };
      await insertResults(database, [
        ...[3, 2, 1].map((minutes) => ({
          ...{ seriesKey: shop.seriesKeys[0] ?? 0, slotMs: at - minutes * 60_000, status: "up" as const },
          ...result,
        })),
        { seriesKey: blog.seriesKeys[0] ?? 0, slotMs: at, status: "down", responseUs: null },
      ]);
      const heartbeat = await makeHeartbeat(database, org);
      await database.run(sql`
      insert into heartbeat_state (id, version, ping_count, last_ping_at, runs)
      values (${heartbeat.id}, 1, 1, now() - interval '1 hour', '[]')`);
      const journey = await makeJourney(database, org);
      await database.run(sql`
      insert into run (id, org_id, target_id, kind, location, trigger, slot, status, max_attempts, timeout_ms, queued_at,
        finished_at, web_vitals)
      values (${newId(Date.now())}, ${org.orgId}, ${journey.id}, 'journey', 'default', 'schedule', now(), 'passed', 1,
        1000, now(), now(), '{"lcp_ms": 1200, "cls": 0.05, "inp_ms": null, "fcp_ms": 800, "ttfb_ms": 90}')`);
    }

    test("stores what Vedette knows, with a key of scope read", async () => {
      const up = await prometheus.query("vedette_target_up");
      expect(new Map(up.map(({ metric, value }) => [metric.name, value]))).toEqual(
        new Map([
          ["shop", 1],
          ["blog", 0],
        ]),
      );
      const checks = await prometheus.query(
        'sum by (result) (vedette_target_checks_total{result=~"up|down"})',
      );
      expect(new Map(checks.map(({ metric, value }) => [metric.result, value]))).toEqual(
        new Map([
          ["up", 3],
          ["down", 1],
        ]),
      );
      const [within] = await prometheus.query(
        'vedette_target_check_duration_seconds_bucket{name="shop",le="0.1"}',
      );
      expect(within?.value).toBe(3);
    });

    test("evaluates each query of the dashboard for Grafana to the right values", async () => {
      const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
        readFileSync(DASHBOARD, "utf8"),
      );
      const found = new Map<string, number[]>();
      for (const { title, targets } of panels) {
        for (const { expr } of targets) {
          const query = expr.replaceAll(/\$(target|group|tag)\b/g, ".*");
          found.set(
            title,
            (await prometheus.query(query)).map(({ value }) => value),
          );
        }
      }
      const day = 86_400;
      const near = (value: number) => expect.closeTo(value, -3);
      // Counters do not change here, so rates are 0, and their quotients no numbers.
      expect(Object.fromEntries(found)).toEqual({
        ...{ "Targets down": [1], "Targets up": [1], Status: expect.toSatisfy(hasEach([0, 1])) },
        ...{ "Uptime, 30 days": [0.5], "Checks a second": [0], "Missed checks, 24 hours": [0] },
        ...{ "First certificate expires": [near(20 * day)], Certificates: [near(20 * day)] },
        ...{ Domains: [near(30 * day)], "Time since the last ping": [near(3_600)] },
        ...{ "Response time": [0.05], "Response time, 95th percentile": [NaN, NaN, NaN] },
        ...{ "Failed checks": [NaN, NaN, NaN], Phases: expect.toSatisfy(hasEach([0.001, 0.009, 0.04])) },
        ...{ "Web vitals": expect.toSatisfy(hasEach([0.09, 0.8, 1.2])), "Layout shift": [0.05] },
        "Status of each target": [1, 1, 1, 1],
      });
    });
  },
);
