import { describe, expect, test } from "vitest";
import { missingChromium } from "../../../../../test/journey-harness.ts";
import { shopJourneysLab } from "../../../../../test/labs/shop-journeys-lab.ts";
import { SHOP_PASSWORD } from "../../../../../test/servers/web-shop.ts";
import { readZip } from "./zip.ts";

const missing = await missingChromium();

describe.skipIf(missing !== null)(`the evidence of a journey${missing ? `: ${missing}` : ""}`, () => {
  const lab = shopJourneysLab();

  test("console lines and failed requests belong to the step in which they occurred", async () => {
    lab.shop.switches.throwInConsole = true;
    const { steps } = await lab.harness.run([
      lab.open("/cart"),
      { action: "wait_for", load_state: "load" },
      { action: "goto", url: "/broken", continue_on_failure: true },
      { action: "goto", url: "http://169.254.169.254/", continue_on_failure: true },
    ]);
    expect(steps[0]?.console).toMatchObject([
      { level: "error", text: "stock is low", url: expect.stringContaining("/cart") },
      { level: "error", text: expect.stringMatching(/^Uncaught Error: no such product/) },
    ]);
    expect(steps[2]?.failedRequests).toEqual([
      { method: "GET", url: `${lab.shop.url}/broken`, statusCode: 500, error: null },
    ]);
    expect(steps[3]?.failedRequests).toMatchObject([
      { url: "http://169.254.169.254/", statusCode: null, error: expect.stringMatching(/link-local/) },
    ]);
  });

  test("a download is blocked and listed, a dialog is dismissed and listed", async () => {
    const { steps, error } = await lab.harness.run([
      lab.open("/controls"),
      { action: "click", selector: "#download" },
      { action: "click", selector: "#ask" },
      { action: "expect_title", value: "false" },
    ]);
    expect(error).toBeNull();
    const listed = steps.flatMap(({ failedRequests }) => failedRequests ?? []);
    expect(listed).toMatchObject([
      { url: `${lab.shop.url}/invoice.pdf`, error: expect.stringContaining("'invoice.pdf'") },
    ]);
    expect(steps.flatMap(({ console }) => console ?? [])).toMatchObject([
      { level: "warning", text: "A dialog was dismissed (confirm): Really?" },
    ]);
  });

  test("a trace is kept for a failed run and a run that always asks for it, and no other", async () => {
    const kinds = async (path: string, trace: "always" | "on_failure" | "never") => {
      const capture = { trace, video: "never" as const };
      const { artifacts } = await lab.harness.run([lab.open(path)], { capture });
      return artifacts?.map(({ kind }) => kind);
    };
    expect(await kinds("/", "on_failure")).toEqual([]);
    expect(await kinds("/", "always")).toEqual(["trace"]);
    expect(await kinds("/broken", "on_failure")).toEqual(["screenshot", "trace"]);
    expect(await kinds("/broken", "never")).toEqual(["screenshot"]);
  });

  test("the first failing step has the elements of its page, and no other step has", async () => {
    const missing = { action: "click", selector: "#absent", timeout_ms: 300 } as const;
    const { steps } = await lab.harness.run([
      lab.open("/controls"),
      { ...missing, continue_on_failure: true },
      missing,
    ]);
    expect(steps.map(({ dom }) => dom?.isCut)).toEqual([undefined, false, undefined]);
    expect(steps[1]?.dom?.html).toContain('<button id="ask">');
  });

  test("a video shows the run and is playable", async () => {
    const { artifacts, artifactError, startedAtMs, finishedAtMs } = await lab.harness.run(
      [
        lab.open("/cart"),
        { action: "wait_for", milliseconds: 500 },
        lab.open("/controls"),
        lab.open("/broken"),
      ],
      { capture: { trace: "never", video: "on_failure" } },
    );
    expect(artifactError).toBeUndefined();
    const video = artifacts?.find(({ kind }) => kind === "video");
    const file = lab.harness.stored.get(video?.key ?? "")?.toString("base64") ?? "";
    const player = await lab.harness.browsers.lease("org", {}, null);
    const page = await player.context.newPage();
    const played = await page.evaluate<unknown>(`new Promise((resolve, reject) => {
      const video = Object.assign(document.createElement("video"), { muted: true });
      video.onended = () => resolve({ width: video.videoWidth, seconds: video.currentTime });
      video.onerror = () => reject(new Error(video.error.message));
      video.src = "data:video/webm;base64,${file}";
      video.play().catch(reject);
    })`);
    const { width, seconds } = played as { width: number; seconds: number };
    expect(width).toBe(960);
    // From the first frame, which came after the start, to the last one, which is shown for a second.
    expect(seconds).toBeGreaterThan(0.9);
    expect(seconds).toBeLessThan((finishedAtMs - startedAtMs) / 1_000 + 1.1);
    await player.release();
  });

  test("no text, trace or URL contains a secret, no matter what the page does with it", async () => {
    const secret = "canary-7f3a+9";
    const outcome = await lab.harness.run(
      [
        lab.open("/"),
        { action: "fill", selector: "[name=user]", value: "{{CANARY}}" },
        { action: "fill", selector: "[name=password]", value: SHOP_PASSWORD, name: "with {{CANARY}}" },
        { action: "click", selector: 'role=button[name="Log in"]' },
        { action: "set_variable", variable: "SEEN", from: { selector: "h1" } },
        { action: "goto", url: "/search?q={{CANARY}}" },
        {
          action: "request",
          url: `${lab.shop.url}/api/me?key={{CANARY}}`,
          headers: { "x-key": "{{CANARY}}" },
        },
        { action: "expect_text", selector: "h1", value: "{{CANARY}}", timeout_ms: 300 },
      ],
      {
        values: { CANARY: secret },
        secretNames: ["CANARY"],
        capture: { trace: "always", video: "never" },
      },
    );
    expect(outcome.error).toMatchObject({ code: "ASSERTION_FAILED", stepIndex: 7 });
    expect(outcome.steps[4]?.extracted).toEqual([{ name: "SEEN", value: "Hello ••••" }]);
    const trace = outcome.artifacts?.find(({ kind }) => kind === "trace");
    const entries = await readZip(lab.harness.stored.get(trace?.key ?? "") ?? Buffer.alloc(0));
    const all = `${JSON.stringify(outcome)}${entries?.map(({ data }) => data.toString("latin1")).join("\n")}`;
    expect(all).toContain("Log in");
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      "vedette:",
    ]) {
      expect(all).not.toContain(form);
    }
    expect(entries?.some(({ name }) => name.endsWith(".jpeg"))).toBe(false);
  });

  test("a field with a secret is drawn as dots", async () => {
    const { steps } = await lab.harness.run(
      [
        lab.open("/"),
        { action: "fill", selector: "[name=user]", value: "{{CANARY}}" },
        {
          action: "set_variable",
          variable: "STYLE",
          from: { selector: "[name=user]", attribute: "style" },
        },
      ],
      { values: { CANARY: "canary-7f3a+9" }, secretNames: ["CANARY"] },
    );
    expect(steps[2]?.extracted[0]?.value).toBe("-webkit-text-security: disc !important;");
  });

  test("a compared screenshot creates the baseline and is then compared with it", async () => {
    const step = { action: "screenshot", label: "Cart", compare: true, threshold_percent: 1 } as const;
    const first = await lab.harness.run([lab.open("/cart"), step]);
    const baseline = first.artifacts?.find(({ kind }) => kind === "baseline");
    expect(baseline).toMatchObject({ label: "Cart", contentType: "image/png", stepIndex: 1 });
    expect(first.visualDiffPercent).toBeNull();
    const baselines = { Cart: baseline?.key ?? "" };

    const same = await lab.harness.run([lab.open("/cart"), step], { baselines });
    expect(same).toMatchObject({ error: null, visualDiffPercent: 0 });
    expect(same.steps[1]?.visualDiff).toMatchObject({ baseline: baseline?.key, diff: null, percent: 0 });

    lab.shop.switches.changeLook = true;
    const other = await lab.harness.run([lab.open("/cart"), step], { baselines });
    expect(other.error).toMatchObject({ code: "VISUAL_DIFFERENCE", stepIndex: 1 });
    expect(other.error?.message).toMatch(
      /^'Cart' differs from its baseline in [\d.]+ % of its pixels, more than 1 %$/,
    );
    expect(other.visualDiffPercent).toBeGreaterThan(5);
    expect(other.artifacts?.map(({ kind }) => kind)).toEqual(["screenshot", "diff"]);
  });

  test("a run that times out keeps its evidence, including the trace", { timeout: 120_000 }, async () => {
    lab.shop.switches.slowMs = 60_000;
    const runWithin = (seconds: number) =>
      lab.harness.run([lab.open("/cart"), lab.open("/search"), lab.open("/")], {
        timeoutMs: seconds * 1_000,
        capture: { trace: "on_failure", video: "never" },
      });
    let seconds = 2;
    let outcome = await runWithin(seconds);
    // A busy machine needs longer for the page before the slow one.
    while (outcome.steps[0]?.status === "failed" && seconds < 32) {
      seconds *= 4;
      outcome = await runWithin(seconds);
    }
    expect(outcome.error).toEqual({
      code: "TIMEOUT",
      message: `the run did not end within ${seconds} s`,
      stepIndex: 1,
    });
    expect(outcome.steps.map(({ status }) => status)).toEqual(["passed", "failed", "skipped"]);
    expect(outcome.artifacts?.map(({ kind }) => kind)).toContain("trace");
  });

  test("a page that hangs ends only its run", async () => {
    lab.shop.switches.hang = true;
    const hanging = lab.harness.run(
      [lab.open("/cart"), { action: "click", selector: "text=Pay" }, lab.open("/")],
      {
        timeoutMs: 1_500,
        capture: { trace: "on_failure", video: "never" },
      },
    );
    expect((await hanging).error).toMatchObject({ code: "TIMEOUT" });
    const stuck = await lab.harness.run([
      { action: "goto", url: `${lab.shop.url}/cart` },
      { action: "wait_for", milliseconds: 300 },
      { action: "press", key: "a", timeout_ms: 300 },
    ]);
    expect(stuck.error).toEqual({
      code: "TIMEOUT",
      message: "the step did not end within 300 ms",
      stepIndex: 2,
    });
    lab.shop.repair();
    expect((await lab.harness.run([lab.open("/cart")])).error).toBeNull();
  });
});
