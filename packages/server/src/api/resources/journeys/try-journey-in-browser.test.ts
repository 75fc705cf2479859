import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../../../test/journey-harness.ts";
import { CANARY, PATIENCE, type StreamEvent, tryJourneyLab } from "../../../../test/labs/try-journey-lab.ts";
import { RunRunner } from "../../../engine/runner/run-runner.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";

const lab = tryJourneyLab();
const { follow, tryJourney } = lab;

const stepsIn = (events: readonly StreamEvent[]) =>
  events.flatMap(({ type, data }) => (type === "step" ? [[data.index, data.status]] : []));

const missing = await missingChromium();

/** A website whose page /gate stays open until it is released. */
async function startSite() {
  const gates: ServerResponse[] = [];
  let closed = 0;
  const page = (text: string) => `<!doctype html><title>Shop</title><h1>${text}</h1>`;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    if (request.url !== "/gate") return void response.end(page(request.url === "/secret" ? CANARY : "Hello"));
    gates.push(response);
    response.on("close", () => {
      if (!response.writableFinished) closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  lab.ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gates,
    closedGates: () => closed,
    release: () => gates.at(-1)?.end(page("Open")),
  };
}

describe.skipIf(missing !== null)(`a test run in a browser${missing ? `: ${missing}` : ""}`, () => {
  let harness: JourneyHarness;
  let saved: string[] = [];
  let runner: RunRunner;
  beforeAll(async () => {
    const { artifacts } = lab.running;
    harness = await startJourneyHarness({
      artifacts: {
        read: (key) => artifacts.read(key),
        async save(source, limit) {
          const stored = await artifacts.save(source, limit);
          if ("key" in stored) saved.push(stored.key);
          return stored;
        },
      },
    });
  });
  beforeEach(() => {
    saved = [];
    runner = new RunRunner({
      ...{
        queue: lab.running.queue,
        clock: systemClock,
        log: silentLogger,
        name: "browser",
        location: "default",
      },
      ...{ kinds: ["journey"], inFlightMax: 2, sharePercent: 50, explain: () => null },
      attempt: (spec, { signal, onStep }) => {
        if (spec.kind !== "journey") throw new Error("a journey was expected");
        return harness.attempt(spec, { signal, ...(onStep && { onStep }) });
      },
    });
    lab.running.queue.announce("browser", "default");
    runner.start();
    lab.ends.push(() => runner.drain(systemClock.monotonic() + 5_000));
  });
  afterAll(() => harness.close());

  const filesLeft = async () =>
    (await Promise.all(saved.map((key) => lab.running.artifacts.read(key)))).filter((file) => file !== null);

  test("sends each step while it runs, with its screenshot, before the end", async () => {
    const site = await startSite();
    const stream = await follow({
      steps: [
        { action: "goto", url: site.url, name: "open", screenshot: true },
        { action: "goto", url: `${site.url}/gate`, name: "wait", timeout_ms: 60_000 },
        { action: "expect_text", selector: "h1", value: "Closed", name: "read", timeout_ms: 300 },
        { action: "press", key: "Enter", name: "never" },
      ],
    });
    await expect.poll(() => site.gates.length, PATIENCE).toBe(1);
    // The second step is in progress, because its page is.
    await expect.poll(() => stream.events.length, PATIENCE).toBe(4);
    expect(stream.events.map(({ type }) => type).toSorted()).toEqual(["screenshot", "step", "step", "step"]);
    expect(stepsIn(stream.events)).toEqual([
      [0, "running"],
      [0, "passed"],
      [1, "running"],
    ]);
    expect(stream.events).toContainEqual({
      type: "screenshot",
      data: { step_index: 0, content_type: "image/jpeg", data_base64: expect.stringMatching(/^\/9j\//) },
    });
    site.release();
    await stream.ended;
    expect(stepsIn(stream.events).slice(3)).toEqual([
      [1, "passed"],
      [2, "running"],
      [2, "failed"],
      [3, "skipped"],
    ]);
    const result = stream.events.at(-1);
    expect(result).toMatchObject({
      type: "result",
      data: {
        success: true,
        data: {
          ...{ status: "failed", runner: "browser", error: { step_index: 2 }, screenshots: [] },
          last_page: { step_index: 2, data_base64: expect.stringMatching(/^\/9j\//) },
        },
      },
    });
    const shots = stream.events.filter(({ type }) => type === "screenshot");
    expect(shots.map(({ data }) => data.step_index)).toEqual([0, 2]);
    // Two steps and the last page.
    expect(saved).toHaveLength(3);
    expect(await filesLeft()).toEqual([]);
  });

  test("stops when the client disconnects, frees its slot and leaves no file", async () => {
    const site = await startSite();
    const stream = await follow({
      steps: [
        { action: "goto", url: site.url, screenshot: true },
        { action: "goto", url: `${site.url}/gate`, timeout_ms: 60_000 },
      ],
    });
    await expect.poll(() => site.gates.length, PATIENCE).toBe(1);
    await expect.poll(() => stepsIn(stream.events).length, PATIENCE).toBe(3);
    stream.abort();
    await expect.poll(() => site.closedGates(), PATIENCE).toBe(1);
    await expect.poll(() => runner.state().runsInFlight, PATIENCE).toBe(0);
    await expect.poll(filesLeft, PATIENCE).toEqual([]);
    const four = await Promise.all(
      Array.from({ length: 4 }, () => tryJourney({ steps: [{ action: "goto", url: site.url }] })),
    );
    expect(four.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test("masks secrets in every text that it streams", async () => {
    const site = await startSite();
    const secret = { name: "PASSWORD", value: CANARY, type: "secret" };
    await lab.running.call(lab.org.keys.admin, { method: "POST", url: "/api/v1/variables", payload: secret });
    const stream = await follow({
      steps: [
        { action: "goto", url: `${site.url}/secret?q={{PASSWORD}}`, name: `open ${CANARY}` },
        { action: "set_variable", variable: "FOUND", from: { selector: "h1" } },
        { action: "expect_text", selector: "h1", value: `no {{PASSWORD}}`, timeout_ms: 300 },
      ],
    });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ data: { data: { error: { step_index: 2 } } } });
    expect(stepsIn(stream.events)).toHaveLength(6);
    expect(stream.text()).toContain("••••");
    expect(stream.text()).not.toContain(CANARY);
  });
});
