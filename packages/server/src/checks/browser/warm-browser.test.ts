import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { missingChromium } from "../../../test/journey-harness.ts";
import { systemClock } from "../../kernel/clock.ts";
import { LocalTroubleError } from "../../net/net-failure.ts";
import { createWarmBrowser, type WarmBrowser } from "./warm-browser.ts";

const missing = await missingChromium();
const WAIT = { timeout: 10_000 };

describe.skipIf(missing !== null)(`a warm browser${missing ? `: ${missing}` : ""}`, () => {
  let folder: string;
  let browser: WarmBrowser;
  const start = (options: { runsMax?: number; idleMs?: number; chromiumPath?: string } = {}) => {
    browser = createWarmBrowser({
      chromiumPath: null,
      folder,
      isRoot: process.getuid?.() === 0,
      searchPath: process.env.PATH ?? "",
      clock: systemClock,
      ...options,
    });
    return browser;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vedette-warm-"));
  });
  afterEach(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("starts with the first run, serves the next ones, and is another after so many", async () => {
    start({ runsMax: 2 });
    expect(await readdir(folder)).toEqual([]);
    const [first, second] = [await browser.lend({}), await browser.lend({})];
    expect(second.browser).toBe(first.browser);
    const third = await browser.lend({});
    expect(third.browser).not.toBe(first.browser);
    // The one before goes on for whoever still has it.
    await first.giveBack();
    expect(second.isAlive()).toBe(true);
    await second.giveBack();
    expect(second.isAlive()).toBe(false);
    expect(await readdir(folder)).toHaveLength(1);
    await third.giveBack();
  });

  test("ends when nobody has needed it for a while", async () => {
    start({ idleMs: 50 });
    await (await browser.lend({})).giveBack();
    await vi.waitUntil(async () => (await readdir(folder)).length === 0, WAIT);
    const again = await browser.lend({});
    expect(again.isAlive()).toBe(true);
    await again.giveBack();
  });

  test("removes what a killed parent left, and nothing younger", async () => {
    for (const name of ["b-old", "b-young", "other"])
      await mkdir(join(folder, name, "profile"), { recursive: true });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const name of ["b-old", "other"]) await utimes(join(folder, name), anHourAgo, anHourAgo);
    const lent = await start().lend({});
    const names = await readdir(folder);
    expect(names).not.toContain("b-old");
    expect(names).toEqual(expect.arrayContaining(["b-young", "other"]));
    await lent.giveBack();
  });

  test("that cannot be had is trouble of our own", async () => {
    await expect(start({ chromiumPath: "/nowhere" }).lend({})).rejects.toThrow(LocalTroubleError);
    // A program that is no browser.
    await expect(start({ chromiumPath: "/bin/true" }).lend({})).rejects.toThrow(/did not start/);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is not there any more once it was closed", async () => {
    const lent = await start().lend({});
    await browser.close();
    expect(lent.isAlive()).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await expect(browser.lend({})).rejects.toThrow(/this runner ends/);
  });
});
