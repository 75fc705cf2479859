import { Worker } from "node:worker_threads";
import type { ErrorCode, ErrorDetail } from "@vedette/contract/common/errors.ts";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import { programFile } from "../../platform/kernel/own-files.ts";
import type { ImportedMonitors, ImportOrder, ImportPhase } from "./import-api-monitors.ts";
import type { TextImport } from "./import-texts.ts";
import type { ImportedFile } from "./imported-file.ts";

/** The request to a thread: a document that becomes API monitors, or files of another monitoring tool. */
export type ImportJob = DocumentJob | TextsJob;
export type DocumentJob = {
  order: Omit<ImportOrder, "content">;
  source: { text: string } | OpenFile;
};
export type TextsJob = Omit<TextImport, "files"> & { files: readonly (OpenFile & { path: string })[] };

/** A file that the thread reads by its descriptor. */
export type OpenFile = { fd: number; bytes: number };

export type ResultOf<Job extends ImportJob> = Job extends DocumentJob ? ImportedMonitors : ImportedFile;

/** The response of a thread. */
export type ThreadReply =
  | { op: "phase"; phase: ImportPhase }
  | { op: "done"; imported: ImportedMonitors | ImportedFile }
  | { op: "refused"; code: ErrorCode; message: string; details: readonly ErrorDetail[] | undefined }
  | { op: "failed"; message: string };

/** 50 MiB of JSON take 2 s, 10 MB of YAML about 7 s; a document that takes longer is rejected. */
const DEADLINE_MS = 10_000;
/** Loading the code takes a second, or several on a busy machine. */
const START_TIMEOUT_MS = 30_000;
/** Long enough to view a preview and then create it. */
const IDLE_MS = 60_000;
/** A document of 50 MiB with the maximum number of values, and its drafts, take less. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

export type ThreadLimits = { deadlineMs?: number; idleMs?: number; heapMb?: number };

/** A running thread. It ends after some idle time, and if a document takes too long or too much memory. */
export class ReadingThread {
  readonly #limits: ThreadLimits;
  readonly #worker: Worker;
  /** Rejected when the thread ends. */
  readonly #ended = Promise.withResolvers<never>();
  #hasEnded = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits, onEnd: () => void) {
    this.#limits = limits;
    this.#worker = new Worker(programFile("api/importing/import-thread.ts"), {
      name: "import",
      // It reads untrusted documents, so it gets no environment variables.
      env: {},
      resourceLimits: {
        ...RESOURCE_LIMITS,
        ...(limits.heapMb !== undefined && { maxOldGenerationSizeMb: limits.heapMb }),
      },
    });
    // A running import does not keep the process alive.
    this.#worker.unref();
    this.#ended.promise.catch(() => undefined);
    this.#worker.once("error", (error) => this.#ended.reject(asRefusal(error)));
    this.#worker.once("exit", () => {
      this.#hasEnded = true;
      clearTimeout(this.#idleTimer);
      this.#ended.reject(new Error("the thread that imports has ended"));
      onEnd();
    });
  }

  async run<Job extends ImportJob>(job: Job, onPhase: (phase: ImportPhase) => void): Promise<ResultOf<Job>> {
    clearTimeout(this.#idleTimer);
    const field = "order" in job ? "content" : "file";
    const outcome = Promise.withResolvers<ResultOf<Job>>();
    const notStarted = () => outcome.reject(new Error("the thread does not start"));
    let deadline = setTimeout(notStarted, START_TIMEOUT_MS);
    const onReply = (reply: ThreadReply) => {
      if (reply.op !== "phase") return settle(reply, outcome);
      if (reply.phase === "reading") {
        clearTimeout(deadline);
        deadline = setTimeout(() => outcome.reject(tooSlow(field)), this.#limits.deadlineMs ?? DEADLINE_MS);
      }
      onPhase(reply.phase);
    };
    this.#worker.on("message", onReply);
    this.#worker.postMessage(job);
    try {
      return await Promise.race([outcome.promise, this.#ended.promise]);
    } catch (error) {
      // Otherwise it would continue to read. It may also have ended already.
      if (!(error instanceof ReportedRefusal)) await this.end();
      throw error instanceof OutOfMemory ? tooMuch(field, error) : error;
    } finally {
      clearTimeout(deadline);
      this.#worker.off("message", onReply);
    }
  }

  /** Ends the thread unless there is work soon; false if it has ended already. */
  rest(): boolean {
    if (this.#hasEnded) return false;
    this.#idleTimer = setTimeout(() => void this.end(), this.#limits.idleMs ?? IDLE_MS).unref();
    return true;
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.terminate();
  }
}

/** An error that the thread reported itself; the thread is ready for the next document. */
class ReportedRefusal extends AppError {}

/** Guarantee behind the cast: `import-thread.ts` answers each kind of job with its own result. */
function settle<Job extends ImportJob>(
  reply: Exclude<ThreadReply, { op: "phase" }>,
  { resolve, reject }: Pick<PromiseWithResolvers<ResultOf<Job>>, "resolve" | "reject">,
): void {
  if (reply.op === "done") resolve(reply.imported as ResultOf<Job>);
  else if (reply.op === "failed") reject(new Error(`the import failed: ${reply.message}`));
  else {
    const { code, message, details } = reply;
    reject(new ReportedRefusal(code, message, details && { details }));
  }
}

type Field = "content" | "file";

function tooSlow(path: Field): AppError {
  const message = "takes too long to read; send it as JSON instead of YAML, or import it in parts";
  return badFields([{ path, message }]);
}

class OutOfMemory extends Error {}

function tooMuch(path: Field, cause: Error): AppError {
  return badFields([{ path, message: "takes too much memory to read; import it in parts" }], cause);
}

function asRefusal(error: Error & { code?: string }): Error {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new OutOfMemory(error.message, { cause: error }) : error;
}
