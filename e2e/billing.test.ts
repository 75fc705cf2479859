import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { afterEach, expect, test } from "vitest";
import { OWNER, signUpOwner } from "./harness/dashboard.ts";
import { miscountedUsage } from "./harness/database.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitor, resultsOf, statsOf } from "./harness/monitors.ts";
import { startTarget } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** A real process with plans of its operator's: what a month has of checks ends, and goes on with a larger plan. */

const lab = createLab(afterEach);
const POLL = { timeout: 40_000, interval: 100 };
/** One a second, so that the month is over soon. */
const CHECKS = 3;

test("a month's checks end at the plan's number as skipped slots, and go on with a larger plan", async () => {
  const dataDir = await lab.newDataDir();
  const plansFile = join(dirname(dataDir), "plans.json");
  const plan = (id: string, limits: object) => ({
    id,
    name: id,
    price: null,
    limits: { ...UNLIMITED, ...limits },
  });
  const plans = [plan("small", { check_runs: CHECKS }), plan("large", {})];
  await writeFile(plansFile, JSON.stringify({ plans }));
  const vedette = await lab.start({ dataDir, env: { VEDETTE_PLANS: plansFile } });
  await signUpOwner(vedette);
  const take = await takerOf(vedette);
  await take("small");
  const target = await startTarget();
  const { id } = await createMonitor(vedette, { name: "m", url: target.url("/"), interval: 1 });

  await expect.poll(async () => (await usageOf(vedette)).check_runs, POLL).toBeGreaterThanOrEqual(CHECKS);
  const byHand = await vedette.request("POST", `/api/v1/monitors/${id}/check`);
  expect([byHand.status, JSON.parse(byHand.text).error.details[0].path]).toEqual([403, "check_runs"]);
  const usedUpAtMs = Date.now();
  await expect.poll(() => Date.now() - usedUpAtMs, POLL).toBeGreaterThan(3_000);
  const used = await usageOf(vedette);
  // What was under way when the last one was stored still counts.
  expect(used.check_runs).toBeLessThan(CHECKS + 5);
  expect(await resultsOf(vedette, id)).toHaveLength(used.check_runs);

  await take("large");
  await expect
    .poll(async () => (await usageOf(vedette)).check_runs, POLL)
    .toBeGreaterThan(used.check_runs + 1);
  await expect.poll(async () => (await statsOf(vedette, id)).skipped_checks, POLL).toBeGreaterThanOrEqual(2);
  expect(await statsOf(vedette, id)).toMatchObject({ failed_checks: 0 });
  expect(await miscountedUsage(dataDir)).toBe(0);
  await target.close();
});

async function usageOf(vedette: Vedette): Promise<{ check_runs: number }> {
  return JSON.parse((await vedette.request("GET", "/api/v1/billing/usage")).text).data;
}

/** Changes plans as the owner does: through the confirmed link of a checkout. */
async function takerOf(vedette: Vedette): Promise<(planId: string) => Promise<void>> {
  const headers = { origin: vedette.url, "content-type": "application/json" };
  const { email, password } = OWNER;
  const body = JSON.stringify({ email, password });
  const signedIn = await fetch(`${vedette.url}/api/auth/sign-in`, { method: "POST", headers, body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  return async (planId) => {
    const begun = await vedette.request("POST", "/api/v1/billing/checkout", { plan_id: planId });
    const { id, url } = JSON.parse(begun.text).data;
    const confirmed = await vedette.requestWith({
      method: "POST",
      path: `/api/v1/billing/checkout/${id}/confirm`,
      key: null,
      headers: { origin: vedette.url, cookie },
      body: { signature: new URL(url).hash.slice(1) },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
  };
}
