import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/app.ts";
import {
  type InterruptibleDatabase,
  interruptible,
} from "../../../../test/database/interruptible-database.ts";
import { monitorWithHistory, type PageMaker, pageMaker } from "../../../../test/pages/status-pages.ts";
import { ServedPages } from "../../../pipeline/status-pages/served-pages.ts";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import { PageStore } from "../store/page-store.ts";
import { BadgeFigures } from "./badge-figures.ts";

let running: TestApp;
let make: PageMaker;
let source: InterruptibleDatabase;
let nowMs = 0;
let figures: BadgeFigures;
let key: string;

beforeAll(async () => {
  running = await startTestApp();
  make = await pageMaker(running);
});
afterAll(() => running.stop());

beforeEach(async () => {
  nowMs = Date.now();
  source = interruptible(running.database);
  const { database } = source;
  const log = silentLogger;
  const clock = { now: () => nowMs, monotonic: () => performance.now() };
  const addresses = { publicUrl: null, serverUrl: "http://localhost", statusDomain: null };
  const store = new PageStore({ database, clock, log, secret: "secret", addresses });
  const pages = new ServedPages({ database: running.database, log, onChanged: () => undefined });
  figures = new BadgeFigures({ database, clock, log, pages, store });
  const id = await monitorWithHistory(running, {
    orgId: make.org.orgId,
    changes: [[86_400_000, "up", "pending"]],
  });
  key = (await make.send("POST", `/targets/${id}/badge-key`)).json().data.key;
  source.calls = 0;
  return () => store.stop();
});

const status = (of = key) => figures.find(of, { name: "status" });
const UP = { type: "status", status: "up" };

test("a figure is read once for all requests within 30 seconds", async () => {
  await Promise.all(Array.from({ length: 50 }, () => status()));
  const first = source.calls;
  expect(first).toBeLessThanOrEqual(3);
  nowMs += 29_000;
  expect(await status()).toEqual(UP);
  expect(source.calls).toBe(first);
  nowMs += 2_000;
  await status();
  expect(source.calls).toBe(2 * first);
});

test("while the database does not answer, the last figure is kept for a minute, and is unknown then", async () => {
  expect(await status()).toEqual(UP);
  source.state = "down";
  nowMs += 40_000;
  expect(await status()).toEqual(UP);
  nowMs += 25_000;
  expect(await status()).toBeNull();
  source.state = "up";
  nowMs += 6_000;
  expect(await status()).toEqual(UP);
});

test("a hanging database delays a badge once, and requests beyond the limit do not wait", async () => {
  source.state = "hanging";
  const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);
  expect(new Set(await Promise.all([key, ...keys].map((one) => status(one))))).toEqual(new Set([null]));
  expect(source.calls).toBeLessThanOrEqual(2);
  expect(await status()).toBeNull();
});
