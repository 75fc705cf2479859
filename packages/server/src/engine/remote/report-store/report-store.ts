import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { OutgoingReport } from "../outbox.ts";

/**
 * Keeps the reports of a runner in files while its server is unavailable, so that a restart of the runner, also by
 * `kill -9`, loses none. Each report is a file; one file is a few hundred bytes, and there are as many as checks were
 * running when the server became unavailable. If the folder cannot be used, reports stay in memory only, and
 * one line of the log says so. It must not know when the server is unavailable.
 */
export type ReportStore = {
  /** Returns the reports that earlier processes left, oldest first. They stay stored until they are removed. */
  load(): Promise<StoredReport[]>;
  /** Starts to write a report and returns its name. Never fails. */
  put(outgoing: OutgoingReport, bytes: number): string;
  /** Removes a report that needs no more keeping. */
  remove(name: string): void;
  /** Resolves when everything is written and removed that was asked for until now. */
  settle(): Promise<void>;
};

export type StoredReport = { name: string; outgoing: OutgoingReport; bytes: number };

export type ReportStoreDeps = {
  directory: string;
  /** Beyond it the oldest reports are removed. */
  bytesMax: number;
  /** Older reports are removed when they are loaded: the server no longer accepts them. */
  ageMaxMs: number;
  clock: Clock;
  log: Logger;
};

/** Instant in milliseconds, process, and number within the process: names sort by age. */
const NAME = /^(\d{14})-\d+-\d{8}\.json$/;
/** Written by this program; the server validates the report itself. */
const stored = z.object({
  kind: z.enum(["check", "run"]),
  report: z.looseObject({ ticket: z.string() }),
});

export function createReportStore(deps: ReportStoreDeps): ReportStore {
  const { directory, bytesMax, ageMaxMs, clock, log } = deps;
  /** Bytes by name, oldest first. */
  const sizes = new Map<string, number>();
  let bytesTotal = 0;
  let count = 0;
  let isFailing = false;
  let work: Promise<void> = Promise.resolve();

  /** One operation at a time, so that a file is written before it is removed. */
  function run(operation: () => Promise<void>): void {
    work = work.then(operation).catch((error: unknown) => {
      if (!isFailing) log.warn("runner.reports_not_stored", { directory, ...errorFacts(error) });
      isFailing = true;
    });
  }

  function account(name: string, bytes: number): void {
    sizes.set(name, bytes);
    bytesTotal += bytes;
    let dropped = 0;
    for (const oldest of sizes.keys()) {
      if (bytesTotal <= bytesMax) break;
      remove(oldest);
      dropped += 1;
    }
    if (dropped > 0) log.warn("runner.stored_reports_dropped", { reports: dropped, bytes_max: bytesMax });
  }

  function remove(name: string): void {
    const bytes = sizes.get(name);
    if (bytes === undefined) return;
    sizes.delete(name);
    bytesTotal -= bytes;
    run(() => rm(join(directory, name), { force: true }));
  }

  async function write(name: string, text: string): Promise<void> {
    // It was removed meanwhile.
    if (!sizes.has(name)) return;
    const path = join(directory, name);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, text, { mode: 0o600 });
    await rename(`${path}.part`, path);
    isFailing = false;
  }

  async function loadAll(): Promise<StoredReport[]> {
    const names = (await listNames(directory)).sort();
    const oldestMs = clock.now() - ageMaxMs;
    const loaded: StoredReport[] = [];
    let dropped = 0;
    for (const name of names) {
      const path = join(directory, name);
      const atMs = NAME.exec(name)?.[1];
      const isPart = name.endsWith(".part") && NAME.test(name.slice(0, -".part".length));
      if (isPart) await rm(path, { force: true });
      if (atMs === undefined) continue;
      const { size } = await stat(path);
      // More than the store may hold was written by a process with another limit.
      const isRead = size <= bytesMax && Number(atMs) >= oldestMs;
      const outgoing = isRead ? parse(await readFile(path, "utf8")) : null;
      if (outgoing === null) {
        await rm(path, { force: true });
        dropped += 1;
        continue;
      }
      loaded.push({ name, outgoing, bytes: size });
    }
    if (dropped > 0) log.warn("runner.stored_reports_dropped", { reports: dropped });
    for (const { name, bytes } of loaded) account(name, bytes);
    return loaded.filter(({ name }) => sizes.has(name));
  }

  return {
    load: () =>
      loadAll().catch((error: unknown) => {
        log.warn("runner.reports_not_loaded", { directory, ...errorFacts(error) });
        return [];
      }),
    put(outgoing, bytes) {
      count += 1;
      const at = String(Math.round(clock.now())).padStart(14, "0");
      const name = `${at}-${process.pid}-${String(count).padStart(8, "0")}.json`;
      account(name, bytes);
      run(() => write(name, JSON.stringify({ kind: outgoing.kind, report: outgoing.report })));
      return name;
    },
    remove,
    settle: () => work,
  };
}

/** Returns no names if the folder does not exist. */
async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Returns null for a file that was not written completely. The cast is safe: the file was written by `put`. */
function parse(text: string): OutgoingReport | null {
  try {
    return stored.parse(JSON.parse(text)) as OutgoingReport;
  } catch {
    return null;
  }
}
