import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import type { OutgoingReport } from "../outgoing-report.ts";

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

/** Reports in files of a folder, one operation at a time. */
export class FileReportStore implements ReportStore {
  readonly #deps: ReportStoreDeps;
  /** Bytes by name, oldest first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #count = 0;
  #isFailing = false;
  #work: Promise<void> = Promise.resolve();

  constructor(deps: ReportStoreDeps) {
    this.#deps = deps;
  }

  async load(): Promise<StoredReport[]> {
    const { directory, log } = this.#deps;
    try {
      return await this.#loadAll();
    } catch (error) {
      log.warn("runner.reports_not_loaded", { directory, ...errorFacts(error) });
      return [];
    }
  }

  put(outgoing: OutgoingReport, bytes: number): string {
    this.#count += 1;
    const at = String(Math.round(this.#deps.clock.now())).padStart(14, "0");
    const name = `${at}-${process.pid}-${String(this.#count).padStart(8, "0")}.json`;
    this.#account(name, bytes);
    this.#run(() => this.#write(name, JSON.stringify({ kind: outgoing.kind, report: outgoing.report })));
    return name;
  }

  remove(name: string): void {
    const bytes = this.#sizes.get(name);
    if (bytes === undefined) return;
    this.#sizes.delete(name);
    this.#bytes -= bytes;
    this.#run(() => rm(join(this.#deps.directory, name), { force: true }));
  }

  settle(): Promise<void> {
    return this.#work;
  }

  /** A file is written before it is removed. */
  #run(operation: () => Promise<void>): void {
    const { directory, log } = this.#deps;
    this.#work = this.#work.then(operation).catch((error: unknown) => {
      if (!this.#isFailing) log.warn("runner.reports_not_stored", { directory, ...errorFacts(error) });
      this.#isFailing = true;
    });
  }

  #account(name: string, bytes: number): void {
    const { bytesMax, log } = this.#deps;
    this.#sizes.set(name, bytes);
    this.#bytes += bytes;
    let dropped = 0;
    for (const oldest of this.#sizes.keys()) {
      if (this.#bytes <= bytesMax) break;
      this.remove(oldest);
      dropped += 1;
    }
    if (dropped > 0) log.warn("runner.stored_reports_dropped", { reports: dropped, bytes_max: bytesMax });
  }

  async #write(name: string, text: string): Promise<void> {
    // It was removed meanwhile.
    if (!this.#sizes.has(name)) return;
    const { directory } = this.#deps;
    const path = join(directory, name);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, text, { mode: 0o600 });
    await rename(`${path}.part`, path);
    this.#isFailing = false;
  }

  async #loadAll(): Promise<StoredReport[]> {
    const { directory, log } = this.#deps;
    const loaded: StoredReport[] = [];
    let dropped = 0;
    for (const name of (await listNames(directory)).sort()) {
      const path = join(directory, name);
      if (name.endsWith(".part") && NAME.test(name.slice(0, -".part".length)))
        await rm(path, { force: true });
      if (!NAME.test(name)) continue;
      const found = await this.#read(name);
      if (found) loaded.push(found);
      else {
        await rm(path, { force: true });
        dropped += 1;
      }
    }
    if (dropped > 0) log.warn("runner.stored_reports_dropped", { reports: dropped });
    for (const { name, bytes } of loaded) this.#account(name, bytes);
    return loaded.filter(({ name }) => this.#sizes.has(name));
  }

  /** Returns null for a file that is too old, too large for this store, or not a report. */
  async #read(name: string): Promise<StoredReport | null> {
    const { directory, bytesMax, ageMaxMs, clock } = this.#deps;
    const path = join(directory, name);
    const { size: bytes } = await stat(path);
    if (bytes > bytesMax || Number(NAME.exec(name)?.[1]) < clock.now() - ageMaxMs) return null;
    const outgoing = parse(await readFile(path, "utf8"));
    return outgoing && { name, outgoing, bytes };
  }
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
