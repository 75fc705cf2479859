import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { missingChromium } from "../packages/server/test/journey-harness.ts";
import { SHOP_PASSWORD, startWebShop, type WebShop } from "../packages/server/test/servers/web-shop.ts";
import { getRun } from "./harness/api-monitors.ts";
import {
  createJourney,
  killProcessesNaming,
  processesNaming,
  runJourneyNow,
  runToEnd,
  tryJourney,
  waitForEnd,
} from "./harness/journeys.ts";
import { createLab } from "./harness/lab.ts";
import { SHIPPED_COMMAND, type Vedette } from "./harness/vedette.ts";

/** Journeys through a real shop in a real browser, through the API of the real process. */

const missing = await missingChromium();
const lab = createLab(afterAll);
/** The process creates the folders of browsers and scripts in here. */
let temporary: string;
let dataDir: string;
let vedette: Vedette;
let shop: WebShop;

const buy = () => [
  { action: "goto" as const, url: `${shop.url}/` },
  { action: "fill" as const, selector: 'role=textbox[name="User"]', value: "Ann" },
  { action: "fill" as const, selector: "input[type=password]", value: "{{SHOP_PASSWORD}}" },
  { action: "click" as const, selector: 'role=button[name="Log in"]' },
  { action: "expect_text" as const, selector: "h1", value: "Hello Ann" },
  { action: "fill" as const, selector: "[name=q]", value: "lamp" },
  { action: "press" as const, key: "Enter" },
  { action: "click" as const, selector: "text=Add Red lamp" },
  { action: "click" as const, selector: 'role=button[name="Pay"]', timeout_ms: 2_000 },
  { action: "expect_title" as const, value: "Thank you" },
];

const start = () =>
  lab.start({
    dataDir,
    command: SHIPPED_COMMAND,
    env: { TMPDIR: temporary },
    ...(vedette && { key: vedette.key }),
  });

describe.skipIf(missing !== null)(`journeys${missing ? `: ${missing}` : ""}`, () => {
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), "ve-"));
    // As root, scripts run as other users, who must be able to enter the folder.
    await chmod(temporary, 0o711);
    dataDir = await lab.newDataDir();
    shop = await startWebShop();
    vedette = await start();
    await vedette.request("POST", "/api/v1/variables", {
      name: "SHOP_PASSWORD",
      value: SHOP_PASSWORD,
      type: "secret",
    });
  });
  afterAll(async () => {
    await shop.close();
    await rm(temporary, { recursive: true, force: true });
  });
  beforeEach(() => shop.repair());

  test("buys a lamp, and reports steps and web vitals", async () => {
    const { id } = await createJourney(vedette, { steps: buy() });
    const { run, steps } = await runToEnd(vedette, id);
    expect(run).toMatchObject({ status: "passed", steps_total: 10, steps_passed: 10, error: null });
    expect(run.web_vitals?.fcp_ms).toBeGreaterThan(0);
    expect(steps.map(({ status }) => status)).toEqual(Array(10).fill("passed"));
    expect(steps.at(-1)?.url).toBe(`${shop.url}/checkout`);
    expect(JSON.stringify([run, steps])).not.toContain(SHOP_PASSWORD);
    const stats = await vedette.request("GET", `/api/v1/journeys/${id}/stats?period=1h`);
    expect(stats.body).toMatchObject({ data: { pass_rate: 100, total_checks: 1 } });
  });

  test("streams the steps of an unsaved journey and of an unsaved script, and stores no run", async () => {
    const before = await vedette.request("GET", "/api/v1/runs");
    const steps = await tryJourney(vedette, { steps: buy() });
    expect(steps.map(({ type }) => type)).toEqual([...Array(20).fill("step"), "result"]);
    expect(steps.filter((_, at) => at % 2 === 0).map(({ data }) => data.status)).toEqual([
      ...Array(10).fill("running"),
      undefined,
    ]);
    expect(steps.at(-1)?.data).toMatchObject({ data: { status: "passed" } });
    expect(JSON.stringify(steps)).not.toContain(SHOP_PASSWORD);
    const script = `
      await test.step("open", () => page.goto("${shop.url}/"));
      await test.step("read", async () => expect(await page.title()).toBe("Shop"));
      console.log("done with", vars.SHOP_PASSWORD);`;
    const events = await tryJourney(vedette, { script });
    expect(events.slice(0, -1).map(({ data }) => [data.index, data.name, data.status])).toEqual([
      [0, "open", "running"],
      [0, "open", "passed"],
      [1, "read", "running"],
      [1, "read", "passed"],
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      data: { status: "passed", output: expect.stringContaining("done with ••••") },
    });
    const after = await vedette.request("GET", "/api/v1/runs");
    expect(after.body).toEqual(before.body);
  });

  test("describes a missing button and the page, with a screenshot and a trace", async () => {
    shop.switches.breakButton = true;
    const { id } = await createJourney(vedette, { steps: buy() });
    const { run, steps } = await runToEnd(vedette, id);
    expect(run).toMatchObject({ status: "failed", error: { step_index: 8 } });
    expect(run.error?.message).toMatch(/Pay/);
    expect(steps.slice(8).map(({ status }) => status)).toEqual(["failed", "skipped"]);
    expect(run.artifacts?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["screenshot", "trace"]));
    const screenshot = steps[8]?.screenshot_url ?? "";
    const response = await vedette.request("GET", new URL(screenshot, vedette.url).pathname);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(
      (
        await vedette.requestWith({
          method: "GET",
          path: new URL(screenshot, vedette.url).pathname,
          key: null,
        })
      ).status,
    ).toBe(401);
  });

  test("compares a screenshot with its baseline until another one is accepted", async () => {
    const steps = [
      { action: "goto" as const, url: `${shop.url}/` },
      { action: "screenshot" as const, label: "home", compare: true, threshold_percent: 0.5 },
    ];
    const { id } = await createJourney(vedette, { steps });
    expect((await runToEnd(vedette, id)).run.status).toBe("passed");
    expect((await runToEnd(vedette, id)).run).toMatchObject({ status: "passed", visual_diff_percent: 0 });
    shop.switches.changeLook = true;
    const changed = await runToEnd(vedette, id);
    expect(changed.run).toMatchObject({ status: "failed", error: { code: "VISUAL_DIFFERENCE" } });
    expect(changed.steps[1]?.visual_diff).toMatchObject({
      percent: expect.any(Number),
      diff_url: expect.any(String),
    });
    const accepted = await vedette.request("POST", `/api/v1/journeys/${id}/baselines/home/accept`, {
      run_id: changed.run.id,
    });
    expect(accepted.status).toBe(200);
    expect((await runToEnd(vedette, id)).run).toMatchObject({ status: "passed", visual_diff_percent: 0 });
  });

  test("a screenshot that differs too much opens an alert, and a matching one resolves it", async () => {
    const steps = [
      { action: "goto" as const, url: `${shop.url}/` },
      { action: "screenshot" as const, label: "home", compare: true },
    ];
    const { id } = await createJourney(vedette, { steps });
    const rule = await vedette.request("POST", "/api/v1/alerts/rules", {
      name: "look",
      type: "visual_diff_threshold",
      params: { threshold_percent: 0.5 },
      journey_id: id,
    });
    const { data } = rule.body as { data: { id: string } };
    const statuses = async () => {
      const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${data.id}`);
      return (body as { data: { status: string }[] }).data.map(({ status }) => status);
    };
    expect((await runToEnd(vedette, id)).run.status).toBe("passed");
    shop.switches.changeLook = true;
    expect((await runToEnd(vedette, id)).run.visual_diff_percent).toBeGreaterThan(0.5);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(["pending"]);
    shop.repair();
    await runToEnd(vedette, id);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(["resolved"]);
  });

  test("kill -9 of the browser fails the run with an internal error, and the next run has a new browser", async () => {
    shop.switches.slowMs = 20_000;
    const { id } = await createJourney(vedette, {
      steps: [{ action: "goto", url: `${shop.url}/search?q=lamp` }],
    });
    const { id: runId } = await runJourneyNow(vedette, id);
    await expect.poll(() => shop.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await killProcessesNaming(temporary);
    expect((await waitForEnd(vedette, runId)).run).toMatchObject({
      status: "failed",
      error: { code: "BROWSER_CRASHED" },
    });
    shop.repair();
    const next = await createJourney(vedette, { steps: [{ action: "goto", url: `${shop.url}/` }] });
    expect((await runToEnd(vedette, next.id)).run.status).toBe("passed");
  });

  test.skipIf(!existsSync("/usr/bin/bwrap"))(
    "runs a recorded script in its sandbox, step by step",
    async () => {
      const script = `import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('${shop.url}/');
  await page.getByRole('textbox', { name: 'User' }).fill('Ann');
  await page.locator('input[type=password]').fill(process.env.SHOP_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.locator('h1')).toContainText('Hello Ann');
});
`;
      const { id } = await createJourney(vedette, { script });
      const { run, steps } = await runToEnd(vedette, id);
      expect([run.status, run.error]).toEqual(["passed", null]);
      expect(steps).toMatchObject([{ action: "test", status: "passed" }]);
      expect(JSON.stringify([run, steps])).not.toContain(SHOP_PASSWORD);
    },
  );

  test("a pipeline waits for a run against its preview deployment", async () => {
    const { id } = await createJourney(vedette, {
      steps: [
        { action: "goto", url: "https://shop.example/" },
        { action: "expect_visible", selector: "text={{WORD}}" },
      ],
    });
    const triggered = await vedette.request("POST", `/api/agent/journeys/${id}/trigger`, {
      base_url: shop.url,
      variables: { WORD: "User" },
    });
    expect(triggered.status).toBe(202);
    const { data } = triggered.body as { data: { run_id: string } };
    const waited = await vedette.request("GET", `/api/agent/runs/${data.run_id}?wait=30`);
    expect(waited.body).toMatchObject({ data: { status: "passed", trigger: "pipeline" } });
  });

  test("16 runs in a row do not leak memory", async () => {
    const { id } = await createJourney(vedette, { steps: buy().slice(0, 2) });
    const rss: number[] = [];
    for (let count = 0; count < 16; count += 1) {
      expect((await runToEnd(vedette, id)).run.status).toBe("passed");
      rss.push(await vedette.rssBytes());
    }
    // Peaks depend on the garbage collector, which a busy machine delays. A leak raises the minimum.
    expect(Math.min(...rss.slice(-5))).toBeLessThan(Math.max(...rss.slice(3, 8)) * 1.15);
  }, 600_000);

  test("kill -9 in the middle of a run leaves no browser, and the run ends", async () => {
    shop.switches.slowMs = 30_000;
    const { id } = await createJourney(vedette, {
      timeout_seconds: 5,
      steps: [{ action: "goto", url: `${shop.url}/search?q=lamp` }],
    });
    const { id: runId } = await runJourneyNow(vedette, id);
    await expect.poll(() => shop.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await processesNaming(temporary)).not.toEqual([]);
    await vedette.kill9();
    await expect.poll(() => processesNaming(temporary), { timeout: 30_000 }).toEqual([]);
    vedette = await start();
    await expect.poll(async () => (await getRun(vedette, runId)).status, { timeout: 60_000 }).toBe("failed");
    expect((await waitForEnd(vedette, runId)).run.error?.code).toBe("RUNNER_LOST");
    // The next run removes the folders of the killed browser.
    shop.repair();
    const next = await createJourney(vedette, { steps: [{ action: "goto", url: `${shop.url}/` }] });
    expect((await runToEnd(vedette, next.id)).run.status).toBe("passed");
    const [work = ""] = await readdir(temporary);
    expect(await readdir(join(temporary, work, "sandboxes"))).toHaveLength(1);
  });
});
