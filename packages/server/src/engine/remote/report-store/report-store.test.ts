import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { OutgoingReport } from "../outgoing-report.ts";
import { FileReportStore, type ReportStoreDeps } from "./report-store.ts";

let root: string;
let nowMs: number;
let warnings: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "vedette-reports-"));
  nowMs = Date.UTC(2026, 10, 27);
  warnings = [];
});
afterEach(() => rm(root, { recursive: true }));

const note = (event: string) => void warnings.push(event);
const log: Logger = { debug: note, info: note, warn: note, error: note, child: () => log };
const open = (change: Partial<ReportStoreDeps> = {}) =>
  new FileReportStore({
    directory: join(root, "reports"),
    bytesMax: 10_000,
    ageMaxMs: 60_000,
    clock: { now: () => nowMs, monotonic: () => nowMs },
    log,
    ...change,
  });
const report = (ticket: string): OutgoingReport => ({ kind: "check", report: { ticket, outcome: null } });
const ticketsIn = async (store = open()) =>
  (await store.load()).map(({ outgoing }) => outgoing.report.ticket);

test("the next process loads what was not removed, oldest first", async () => {
  const store = open();
  expect(await store.load()).toEqual([]);
  const names = ["a", "b", "c"].map((ticket) => {
    nowMs += 1;
    return store.put(report(ticket), 100);
  });
  store.remove(names[1] ?? "");
  await store.settle();
  expect((await open().load()).map(({ outgoing }) => outgoing)).toEqual([report("a"), report("c")]);
  expect(warnings).toEqual([]);
});

test("only the user of the process can read the files", async () => {
  const store = open();
  const name = store.put(report("a"), 100);
  await store.settle();
  const modes = [join(root, "reports"), join(root, "reports", name)].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
});

test("a file that a killed process wrote in part is removed, and what is not a report is left alone", async () => {
  const store = open();
  const name = store.put(report("a"), 100);
  await store.settle();
  const folder = join(root, "reports");
  const text = await readFile(join(folder, name), "utf8");
  await writeFile(join(folder, name.replace("-00000001", "-00000002")), text.slice(0, 20));
  await writeFile(join(folder, `${name.replace("-00000001", "-00000003")}.part`), text);
  await writeFile(join(folder, "note.txt"), "mine");
  expect(await ticketsIn()).toEqual(["a"]);
  expect((await readdir(folder)).toSorted()).toEqual([name, "note.txt"].toSorted());
  expect(warnings).toEqual(["runner.stored_reports_dropped"]);
});

test("removes the oldest beyond the maximum size, and those beyond the maximum age, and says so", async () => {
  const store = open({ bytesMax: 250 });
  for (const ticket of ["a", "b", "c"]) {
    nowMs += 1;
    store.put(report(ticket), 100);
  }
  await store.settle();
  expect(warnings).toEqual(["runner.stored_reports_dropped"]);
  expect(await ticketsIn(open())).toEqual(["b", "c"]);
  nowMs += 60_001;
  expect(await ticketsIn(open())).toEqual([]);
  expect(await readdir(join(root, "reports"))).toEqual([]);
});

test("a folder that cannot be used is reported once, and works again later", async () => {
  const blocked = join(root, "blocked");
  await writeFile(blocked, "a file in place of the folder");
  const store = open({ directory: blocked });
  for (const ticket of ["a", "b"]) store.put(report(ticket), 100);
  await store.settle();
  expect(warnings).toEqual(["runner.reports_not_stored"]);
  await rm(blocked);
  store.put(report("c"), 100);
  await store.settle();
  expect(await ticketsIn(open({ directory: blocked }))).toEqual(["c"]);
});

test.skipIf(process.getuid?.() === 0)("a folder that cannot be read is reported", async () => {
  await mkdir(join(root, "reports"));
  await chmod(join(root, "reports"), 0o000);
  expect(await open().load()).toEqual([]);
  expect(warnings).toEqual(["runner.reports_not_loaded"]);
  await chmod(join(root, "reports"), 0o700);
});
