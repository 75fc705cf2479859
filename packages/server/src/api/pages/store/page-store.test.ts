import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import {
  type InterruptibleDatabase,
  interruptible,
} from "../../../../test/database/interruptible-database.ts";
import { type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { listServedPages, type ServedPage } from "../../../pipeline/status-pages/served-queries.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { PageStore, PageUnavailableError } from "./page-store.ts";

let running: TestApp;
let make: PageMaker;
let source: InterruptibleDatabase;
let nowMs = 0;
let store: PageStore;

beforeAll(async () => {
  running = await startTestApp();
  make = await pageMaker(running);
});
afterAll(() => running.stop());

beforeEach(() => {
  source = interruptible(running.database);
  nowMs = Date.now();
  store = new PageStore({
    database: source.database,
    clock: { now: () => nowMs, monotonic: () => performance.now() },
    log: silentLogger,
    secret: "secret",
    addresses: { publicUrl: null, serverUrl: "http://localhost", statusDomain: null },
  });
  return () => store.stop();
});

async function servedPage(): Promise<ServedPage> {
  const { id } = await make.page();
  const [page] = await listServedPages(running.database, [id]);
  if (!page) throw new Error("the page is not there");
  return page;
}

describe("the copy of a page", () => {
  test("is read once for all requests within five seconds", async () => {
    const page = await servedPage();
    const versions = await Promise.all(Array.from({ length: 50 }, () => store.get(page)));
    expect(new Set(versions).size).toBe(1);
    const before = source.calls;
    nowMs += 4_000;
    await store.get(page);
    expect(source.calls).toBe(before);
    nowMs += 20_000;
    expect(await store.get(page)).not.toBe(versions[0]);
  });

  test("is read again at once after a change", async () => {
    const page = await servedPage();
    const first = await store.get(page);
    const component = await make.component(page, { status: "major_outage" });
    store.invalidate(page);
    const second = await store.get(page);
    expect(second.snapshot.components).toMatchObject([{ name: component.name, status: "major_outage" }]);
    expect(second.version).not.toBe(first.version);
  });

  test.each(["down", "hanging"] as const)(
    "is sent at its age while the database is %s, without a wait for each visitor",
    async (fault) => {
      const page = await servedPage();
      const first = await store.get(page);
      source.state = fault;
      store.invalidate(page);
      nowMs += 60_000;
      expect(await store.get(page)).toBe(first);
      const before = source.calls;
      for (let nr = 0; nr < 100; nr++) expect(await store.get(page)).toBe(first);
      // The database is not asked again by each of them.
      expect(source.calls - before).toBeLessThan(10);
    },
  );

  test("is newer soon after the database answers again", async () => {
    const page = await servedPage();
    const first = await store.get(page);
    source.state = "down";
    nowMs += 60_000;
    expect(await store.get(page)).toBe(first);
    source.state = "up";
    nowMs += 6_000;
    expect((await store.get(page)).snapshot.asOfMs).toBe(nowMs);
  });

  test("is missing if the page was never read, which is an error", async () => {
    const page = await servedPage();
    source.state = "down";
    await expect(store.get(page)).rejects.toThrow(PageUnavailableError);
  });

  test("announces new versions to those who listen, and only if something changed", async () => {
    const page = await servedPage();
    const { version } = await store.get(page);
    const { promise, resolve } = Promise.withResolvers<string>();
    const stop = store.listen(page, resolve);
    store.invalidate(page);
    nowMs += 11_000;
    expect((await store.get(page)).version).toBe(version);
    await make.component(page, { status: "partial_outage" });
    store.invalidate(page);
    expect(await promise).not.toBe(version);
    stop();
  });
});
