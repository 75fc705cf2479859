import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { JourneyStepInput } from "@vedette/contract/journeys/journey-steps.ts";
import type { StepProgress } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, test, vi } from "vitest";
import { missingChromium, startJourneyHarness } from "../../../../test/journey-harness.ts";
import { shopJourneysLab } from "../../../../test/labs/shop-journeys-lab.ts";
import { SHOP_PASSWORD, startWebShop } from "../../../../test/servers/web-shop.ts";
import { totpCode } from "./totp.ts";

const missing = await missingChromium();
/** A busy machine takes seconds for what usually takes milliseconds. */
const PATIENCE = { timeout: 30_000 };

describe.skipIf(missing !== null)(`the flow of a journey${missing ? `: ${missing}` : ""}`, () => {
  const lab = shopJourneysLab();
  const short = { timeout_ms: 500 };

  test("without steps fails at once, with a script needs a sandbox, with an unknown device does not start", async () => {
    expect((await lab.harness.run([])).error?.code).toBe("NO_STEPS");
    expect((await lab.harness.run([], { script: "x" })).error?.code).toBe("SCRIPT_SANDBOX_UNAVAILABLE");
    const unknown = await lab.harness.run([lab.open("/")], { device: "Nokia 3310" });
    expect(unknown).toMatchObject({ error: { code: "INVALID_REQUEST" }, steps: [{ status: "skipped" }] });
  });

  test("cleanup steps run after a failure, others do not; a failure that allows continuing still fails the run", async () => {
    const { error, steps } = await lab.harness.run([
      lab.open("/"),
      { action: "click", selector: "#no", continue_on_failure: true, ...short },
      { action: "expect_title", value: "Shop" },
      { action: "click", selector: "#nor", ...short },
      { action: "click", selector: "text=Help" },
      { action: "goto", url: "/cart", always_run: true },
    ]);
    expect(steps.map(({ status }) => status)).toEqual([
      "passed",
      "failed",
      "passed",
      "failed",
      "skipped",
      "passed",
    ]);
    expect(error).toMatchObject({ code: "ELEMENT_NOT_FOUND", stepIndex: 1 });
  });

  test("a value set by a step takes precedence over the organization's and is never parsed as a reference", async () => {
    const { error, steps } = await lab.harness.run(
      [
        { action: "set_variable", variable: "A", from: { value: "{{B}}!" } },
        lab.open("/"),
        { action: "fill", selector: "[name=user]", value: "{{A}}" },
        { action: "expect_value", selector: "[name=user]", value: "{{A}}" },
      ],
      { values: { A: "old", B: "{{A}}" } },
    );
    expect(error).toBeNull();
    expect(steps[0]?.extracted).toEqual([{ name: "A", value: "{{A}}!" }]);
  });

  test("fills a one-time code into its field", async () => {
    const secret = "JBSWY3DPEHPK3PXP";
    const before = totpCode(secret, Date.now());
    const { steps } = await lab.harness.run([
      lab.open("/"),
      { action: "totp", selector: "[name=user]", secret },
      { action: "set_variable", variable: "CODE", from: { selector: "[name=user]" } },
    ]);
    expect([before, totpCode(secret, Date.now())]).toContain(steps[2]?.extracted[0]?.value);
  });

  test("uploads a file", async () => {
    const { error } = await lab.harness.run([
      lab.open("/controls"),
      { action: "upload", selector: "#file", name: "cat.txt", content_base64: "bWVvdw==" },
      { action: "expect_text", selector: "#file-name", value: "cat.txt" },
    ]);
    expect(error).toBeNull();
  });

  test("a request sends the page's cookies, and the page receives the cookies of its response", async () => {
    const { error, steps } = await lab.harness.run([
      lab.open("/"),
      { action: "fill", selector: "[name=user]", value: "Ann" },
      { action: "fill", selector: "[name=password]", value: SHOP_PASSWORD },
      { action: "press", key: "Enter", selector: "[name=password]" },
      { action: "expect_text", selector: "h1", value: "Hello" },
      {
        action: "request",
        url: `${lab.shop.url}/api/me`,
        assertions: [{ type: "json_path", property: "$.user", operator: "eq", value: "Ann" }],
        extract: [{ name: "USER", source: "json_path", expression: "$.user" }],
      },
      { action: "expect_text", selector: "h1", value: "{{USER}}" },
      lab.open("/api/me"),
      { action: "expect_text", selector: "body", value: "seen=by-request" },
      { action: "request", url: `${lab.shop.url}/logout` },
      lab.open("/"),
      { action: "expect_text", selector: "h1", value: "Welcome" },
    ]);
    expect(error).toBeNull();
    expect(steps[5]).toMatchObject({
      response: { statusCode: 200 },
      extracted: [{ name: "USER", value: "Ann" }],
    });
  });

  test.each(["#popup", "#window"])("steps act on the page that %s opened", async (selector) => {
    const { error, steps } = await lab.harness.run([
      lab.open("/controls"),
      { action: "click", selector },
      { action: "expect_title", value: "Cart" },
      { action: "click", selector: 'role=button[name="Pay"]' },
      { action: "expect_url", operator: "contains", value: "/checkout" },
    ]);
    expect(error).toBeNull();
    expect(steps[1]?.url).toContain("/cart");
  });

  test("a base URL replaces the journey's own", async () => {
    const { error, steps } = await lab.harness.run(
      [
        { action: "goto", url: "https://shop.example/cart" },
        { action: "goto", url: "/" },
        { action: "request", url: "https://shop.example/api/me" },
      ],
      { baseUrl: lab.shop.url },
    );
    expect(error).toBeNull();
    expect(steps.map(({ url }) => url)).toEqual([
      `${lab.shop.url}/cart`,
      `${lab.shop.url}/`,
      `${lab.shop.url}/api/me`,
    ]);
  });

  test("a device sets size and user agent", async () => {
    const { error } = await lab.harness.run([lab.open("/cart"), { action: "screenshot", label: "phone" }], {
      device: "iPhone 13",
    });
    expect(error).toBeNull();
    const png = [...lab.harness.stored.values()].at(-1);
    expect(png?.readUInt32BE(16)).toBe(390);
  });

  test("a run does not see cookies, storage or cache of the run before", async () => {
    const look = async () => {
      const before = lab.shop.requests.length;
      const { steps } = await lab.harness.run([
        lab.open("/cached"),
        lab.open("/cached"),
        lab.open("/api/me"),
        { action: "set_variable", variable: "SEEN", from: { selector: "body" } },
        { action: "request", url: `${lab.shop.url}/api/me` },
      ]);
      const asked = lab.shop.requests.slice(before).filter((line) => line.endsWith("/cached"));
      return { seen: steps[3]?.extracted[0]?.value, asked: asked.length };
    };
    // Within a run the cache works as it does for a visitor.
    expect(await look()).toEqual({ seen: expect.stringContaining('"cookies":null'), asked: 1 });
    expect(await look()).toEqual({ seen: expect.stringContaining('"cookies":null'), asked: 1 });
  });

  test("a page cannot reach Vedette's own ports or the metadata address in any way", async () => {
    const own = await startWebShop();
    const udp = createSocket("udp4").bind(0, "127.0.0.1");
    await once(udp, "listening");
    const datagrams = vi.fn();
    udp.on("message", datagrams);
    lab.harness.ownPorts.push({ port: Number(new URL(own.url).port) });
    lab.shop.switches.reachFor = { http: own.url, stun: `stun:127.0.0.1:${udp.address().port}` };
    const { steps } = await lab.harness.run([
      lab.open("/reach"),
      { action: "wait_for", selector: "text=done" },
      { action: "set_variable", variable: "REACHED", from: { selector: "#reached" } },
      { action: "goto", url: own.url },
    ]);
    expect(steps[2]?.extracted[0]?.value).toBe("");
    expect(steps[3]?.error).toMatchObject({
      code: "ADDRESS_BLOCKED",
      message: expect.stringMatching(/Vedette itself/),
    });
    expect(own.requests).toEqual([]);
    expect(datagrams).not.toHaveBeenCalled();
    udp.close();
    await own.close();
  });

  test("each step is reported as it starts and ends, skipped ones included, with secrets masked", async () => {
    const seen: StepProgress[] = [];
    const steps: JourneyStepInput[] = [
      { ...lab.open("/"), name: "open as {{PASSWORD}}", screenshot: true },
      { action: "expect_text", selector: "h1", value: "{{PASSWORD}}", timeout_ms: 500 },
      { action: "press", key: "Enter" },
    ];
    const outcome = await lab.harness.run(
      steps,
      { values: { PASSWORD: "c4nary-of-steps" }, secretNames: ["PASSWORD"] },
      { onStep: (step) => seen.push(step) },
    );
    expect(seen.map(({ index, status }) => [index, status])).toEqual([
      [0, "running"],
      [0, "passed"],
      [1, "running"],
      [1, "failed"],
      [2, "skipped"],
    ]);
    expect(seen[1]?.screenshot).toBe(outcome.steps[0]?.screenshot);
    expect(seen[3]?.error).toEqual(outcome.steps[1]?.error);
    expect(JSON.stringify(seen)).not.toContain("c4nary-of-steps");
  });

  test("the signal aborts a run immediately, and it does not count", async () => {
    const controller = new AbortController();
    lab.shop.switches.slowMs = 60_000;
    const running = lab.harness.run([lab.open("/search")], {}, { signal: controller.signal });
    await vi.waitUntil(() => lab.shop.requests.at(-1) === "GET /search", PATIENCE);
    controller.abort(new Error("shutting down"));
    await expect(running).rejects.toThrow("shutting down");
  });

  test("a browser that is killed fails that run, leaves nothing behind, and the next run has a new one", async () => {
    const own = await startJourneyHarness();
    lab.shop.switches.slowMs = 60_000;
    const running = own.run([lab.open("/search"), lab.open("/")]);
    await vi.waitUntil(() => lab.shop.requests.at(-1) === "GET /search", PATIENCE);
    const [folder = ""] = await own.folders();
    const [pid = 0] = processesOf(folder);
    process.kill(pid, "SIGKILL");
    expect((await running).error).toMatchObject({ code: "BROWSER_CRASHED", stepIndex: 0 });
    await vi.waitUntil(() => processesOf(folder).length === 0, PATIENCE);
    await vi.waitUntil(async () => !(await own.folders()).includes(folder), PATIENCE);
    lab.shop.repair();
    expect((await own.run([lab.open("/")])).error).toBeNull();
    await own.close();
  });

  test("a browser that is killed while a step looks for an element fails the run at once, as a crash", async () => {
    const own = await startJourneyHarness();
    const seen: number[] = [];
    const never = { action: "wait_for", selector: "#never", timeout_ms: 20_000 } as const;
    const running = own.run([lab.open("/"), never], {}, { onStep: ({ index }) => seen.push(index) });
    await vi.waitUntil(() => seen.at(-1) === 1, PATIENCE);
    const [folder = ""] = await own.folders();
    const [pid = 0] = processesOf(folder);
    process.kill(pid, "SIGKILL");
    const { error, steps } = await running;
    expect(error).toMatchObject({ code: "BROWSER_CRASHED", stepIndex: 1 });
    expect(steps[1]?.durationMs).toBeLessThan(never.timeout_ms);
    await own.close();
  });

  // Its runs are slow while other tests keep the machine busy.
  test("ten runs, two at a time, leave no page, context, process or folder", {
    timeout: 240_000,
  }, async () => {
    const own = await startJourneyHarness({ runsMax: 4 });
    const run = async () => {
      const { error } = await own.run([lab.open("/"), lab.open("/cart")]);
      expect(error).toBeNull();
    };
    for (let pair = 0; pair < 5; pair++) await Promise.all([run(), run()]);
    const [folder = "", ...others] = await own.folders();
    expect(others).toEqual([]);
    const lease = await own.browsers.lease("org", {}, null);
    // The browser's own context, and the one that was just lent.
    expect(lease.browser.contexts().flatMap((context) => context.pages())).toHaveLength(1);
    expect(lease.browser.contexts()).toHaveLength(2);
    await lease.release();
    await own.close();
    expect(processesOf(folder)).toEqual([]);
  });
});

/** Returns the processes whose command line contains a folder, the browser itself first. */
function processesOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(folder))
    .map(Number)
    .sort((a, b) => a - b);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // The process has ended in the meantime.
    return "";
  }
}
