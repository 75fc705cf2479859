import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UNLIMITED } from "@vedette/contract/billing/billing.ts";
import { afterEach, expect, test } from "vitest";
import { OWNER, signUpOwner } from "./harness/dashboard.ts";
import { usageMismatch } from "./harness/database.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitor, getStats, listResults } from "./harness/monitors.ts";
import { startTarget } from "./harness/target.ts";
import type { Vedette } from "./harness/vedette.ts";

/** A real process with the operator's own plans: the monthly limit of checks. */

const lab = createLab(afterEach);
const POLL = { timeout: 40_000, interval: 100 };
/** One check a second soon reaches this limit. */
const CHECKS = 3;

test("at the plan's monthly limit slots are skipped, and checks continue with a larger plan", async () => {
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
  const switchPlan = await createPlanSwitch(vedette);
  await switchPlan("small");
  const target = await startTarget();
  const { id } = await createMonitor(vedette, { name: "m", url: target.url("/"), interval: 1 });

  await expect.poll(async () => (await getUsage(vedette)).check_runs, POLL).toBeGreaterThanOrEqual(CHECKS);
  const byHand = await vedette.request("POST", `/api/v1/monitors/${id}/check`);
  expect([byHand.status, JSON.parse(byHand.text).error.details[0].path]).toEqual([403, "check_runs"]);
  const usedUpAtMs = Date.now();
  await expect.poll(() => Date.now() - usedUpAtMs, POLL).toBeGreaterThan(3_000);
  const used = await getUsage(vedette);
  // Checks in flight when the limit was reached still count.
  expect(used.check_runs).toBeLessThan(CHECKS + 5);
  expect(await listResults(vedette, id)).toHaveLength(used.check_runs);

  await switchPlan("large");
  await expect
    .poll(async () => (await getUsage(vedette)).check_runs, POLL)
    .toBeGreaterThan(used.check_runs + 1);
  await expect.poll(async () => (await getStats(vedette, id)).skipped_checks, POLL).toBeGreaterThanOrEqual(2);
  expect(await getStats(vedette, id)).toMatchObject({ failed_checks: 0 });
  expect(await usageMismatch(dataDir)).toBe(0);
  await target.close();
});

async function getUsage(vedette: Vedette): Promise<{ check_runs: number }> {
  return JSON.parse((await vedette.request("GET", "/api/v1/billing/usage")).text).data;
}

/** Returns a function that changes the plan as the owner does: through the confirmed link of a checkout. */
async function createPlanSwitch(vedette: Vedette): Promise<(planId: string) => Promise<void>> {
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
