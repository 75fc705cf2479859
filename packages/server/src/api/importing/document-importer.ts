import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import type { ImportProgress } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { ImportedMonitors } from "./import-api-monitors.ts";
import { ImportThreads } from "./import-threads.ts";
import type { ImportedFile } from "./imported-file.ts";
import { importKuma, type KumaFiles, type KumaOptions } from "./kuma/import-kuma.ts";
import type { DocumentJob, ImportJob, ResultOf, TextsJob } from "./reading-thread.ts";
import { type ReceivedFile, receiveImportFile } from "./received-file.ts";

const IDLE: ImportProgress = { phase: "idle", bytes_received: 0 };
/** Each takes up to 50 MiB on disk. */
const RECEIVING_MAX = 8;
const RETRY_AFTER_SECONDS = 5;

export type DocumentImporterDeps = { temporaryDirectory?: string; threads?: ImportThreads };

/** Imports documents, one at a time per organization, and reports the progress of each. */
export class DocumentImporter {
  readonly #deps: Required<DocumentImporterDeps>;
  readonly #underWay = new Map<OrgId, ImportProgress>();
  readonly #receiving = { count: 0 };

  constructor({ temporaryDirectory = tmpdir(), threads = new ImportThreads() }: DocumentImporterDeps = {}) {
    this.#deps = { temporaryDirectory, threads };
  }

  /** Throws 429 while another import of the organization runs in this process. */
  begin(orgId: OrgId): ImportTurn {
    if (this.#underWay.has(orgId)) {
      throw refusal(
        "TOO_MANY_REQUESTS",
        "Another import of your organization is running. Try again when it has ended.",
      );
    }
    const progress: ImportProgress = { phase: "waiting", bytes_received: 0 };
    this.#underWay.set(orgId, progress);
    return new ImportTurn({
      ...this.#deps,
      progress,
      receiving: this.#receiving,
      onEnd: () => void this.#underWay.delete(orgId),
    });
  }

  progress(orgId: OrgId): ImportProgress {
    return { ...(this.#underWay.get(orgId) ?? IDLE) };
  }

  close(): Promise<void> {
    return this.#deps.threads.close();
  }
}

type ImportTurnDeps = Required<DocumentImporterDeps> & {
  progress: ImportProgress;
  /** Number of imports that receive files at the moment, of all organizations. */
  receiving: { count: number };
  onEnd: () => void;
};

/** The only import of an organization, from `begin` to `end`. */
export class ImportTurn {
  readonly #deps: ImportTurnDeps;
  /** Files of this import that are being written to disk. */
  #files = 0;

  constructor(deps: ImportTurnDeps) {
    this.#deps = deps;
  }

  async receive(file: Readable, bytesMax?: number): Promise<ReceivedFile> {
    const { progress, receiving, temporaryDirectory } = this.#deps;
    if (this.#files === 0) {
      if (receiving.count >= RECEIVING_MAX)
        throw refusal("SERVICE_UNAVAILABLE", "Too many documents are being sent. Try again in a moment.");
      receiving.count += 1;
    }
    this.#files += 1;
    progress.phase = "receiving";
    try {
      return await receiveImportFile(file, {
        temporaryDirectory,
        ...(bytesMax !== undefined && { bytesMax }),
        onBytes: (bytes) => {
          progress.bytes_received = bytes;
        },
      });
    } finally {
      this.#files -= 1;
      if (this.#files === 0) receiving.count -= 1;
      progress.phase = "waiting";
    }
  }

  read(order: DocumentJob["order"], source: DocumentJob["source"]): Promise<ImportedMonitors> {
    return this.#run({ order, source });
  }

  /** Reads files of another monitoring tool. */
  readTexts(job: TextsJob): Promise<ImportedFile> {
    return this.#run(job);
  }

  /** Reads a database of Uptime Kuma, with its write-ahead log if there is one. */
  readKuma(files: KumaFiles, options: Pick<KumaOptions, "history">): Promise<ImportedFile> {
    const { progress, threads, temporaryDirectory } = this.#deps;
    return threads.inTurn(() => {
      progress.phase = "reading";
      return importKuma(files, { ...options, temporaryDirectory });
    });
  }

  #run<Job extends ImportJob>(job: Job): Promise<ResultOf<Job>> {
    const { progress, threads } = this.#deps;
    return threads.run(job, (phase) => {
      progress.phase = phase;
    });
  }

  /** The drafts are being stored. */
  store(): void {
    this.#deps.progress.phase = "storing";
  }

  end(): void {
    this.#deps.onEnd();
  }
}

function refusal(code: "TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE", message: string): AppError {
  return new AppError(code, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
