import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isolationHere, missingChromium } from "../../../../../test/journey-harness.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { WarmBrowser } from "./warm-browser.ts";

const missing = await missingChromium();
const WAIT = { timeout: 30_000 };

describe.skipIf(missing !== null)(`a warm browser${missing ? `: ${missing}` : ""}`, () => {
  let folder: string;
  let browser: WarmBrowser;
  const start = (options: { runsMax?: number; idleMs?: number; chromiumPath?: string } = {}) => {
    browser = new WarmBrowser({
      chromiumPath: null,
      scratchRoot: folder,
      searchPath: process.env.PATH ?? "",
      isolation: isolationHere,
      ...options,
    });
    return browser;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-warm-"));
    await chmod(folder, 0o711);
  });
  afterEach(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("starts with the first run, serves the next ones, and is replaced after a number of runs", async () => {
    start({ runsMax: 2 });
    expect(await readdir(folder)).toEqual([]);
    const [first, second] = [await browser.lease({}, null), await browser.lease({}, null)];
    expect(second.browser).toBe(first.browser);
    const third = await browser.lease({}, null);
    expect(third.browser).not.toBe(first.browser);
    // The previous browser continues for its current users.
    await first.release();
    expect(second.isAlive()).toBe(true);
    await second.release();
    expect(second.isAlive()).toBe(false);
    expect(await readdir(folder)).toHaveLength(1);
    await third.release();
  });

  test("ends after a time without runs", async () => {
    start({ idleMs: 50 });
    await (await browser.lease({}, null)).release();
    await vi.waitUntil(async () => (await readdir(folder)).length === 0, WAIT);
    const again = await browser.lease({}, null);
    expect(again.isAlive()).toBe(true);
    await again.release();
  });

  test("that cannot start is an internal error", async () => {
    await expect(start({ chromiumPath: "/nowhere" }).lease({}, null)).rejects.toThrow(RunnerError);
    // An executable that is not a browser.
    await expect(start({ chromiumPath: "/bin/true" }).lease({}, null)).rejects.toThrow(/did not start/);
    expect(await readdir(folder)).toEqual([]);
  });

  test("cannot be used after it was closed", async () => {
    const lease = await start().lease({}, null);
    await browser.close();
    expect(lease.isAlive()).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await expect(browser.lease({}, null)).rejects.toThrow(/this runner is stopping/);
  });
});
