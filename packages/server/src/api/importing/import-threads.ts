import { Worker } from "node:worker_threads";
import type { ErrorCode, ErrorDetail } from "@vedette/contract/common/errors.ts";
import { AppError, badFields } from "../../platform/kernel/errors.ts";
import type { ImportedMonitors, ImportOrder, ImportPhase } from "./import-api-monitors.ts";

/** The request to a thread, and its response. */
export type ImportJob = {
  order: Omit<ImportOrder, "content">;
  source: { text: string } | { fd: number; bytes: number };
};
export type ThreadReply =
  | { op: "phase"; phase: ImportPhase }
  | { op: "done"; imported: ImportedMonitors }
  | { op: "refused"; code: ErrorCode; message: string; details: readonly ErrorDetail[] | undefined }
  | { op: "failed"; message: string };

/**
 * Threads that read documents, so that no document delays the requests of others. A thread starts on demand,
 * ends after some idle time, and ends at once if a document takes too long or too much memory.
 */
export type ImportThreads = {
  run(job: ImportJob, onPhase: (phase: ImportPhase) => void): Promise<ImportedMonitors>;
  /** Number of running threads. */
  readonly count: number;
  close(): Promise<void>;
};

/** 50 MiB of JSON take 2 s, 10 MB of YAML about 7 s; a document that takes longer is rejected. */
const DEADLINE_MS = 10_000;
/** Loading the code takes a second, or several on a busy machine. */
const START_TIMEOUT_MS = 30_000;
/** Two organizations may import at once; others wait for their turn. */
const THREADS_MAX = 2;
const WAIT_TIMEOUT_MS = 20_000;
const WAITING_MAX = 20;
/** Long enough to view a preview and then create it. */
const IDLE_MS = 60_000;
/** A document of 50 MiB with the maximum number of values, and its drafts, take less. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

type Limits = { deadlineMs?: number; idleMs?: number; waitTimeoutMs?: number; heapMb?: number };

export function createImportThreads(limits: Limits = {}): ImportThreads {
  const idle: ImportThread[] = [];
  const all = new Set<ImportThread>();
  const slots = createSlots(limits.waitTimeoutMs ?? WAIT_TIMEOUT_MS);

  function takeThread(): ImportThread {
    const known = idle.pop();
    if (known) return known;
    const thread = startThread(limits, () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    all.add(thread);
    return thread;
  }

  return {
    async run(job, onPhase) {
      const leave = await slots.enter();
      try {
        const thread = takeThread();
        const imported = await thread.run(job, onPhase).finally(() => {
          if (thread.rest()) idle.push(thread);
        });
        return imported;
      } finally {
        leave();
      }
    },
    get count() {
      return all.size;
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

type ImportThread = {
  run(job: ImportJob, onPhase: (phase: ImportPhase) => void): Promise<ImportedMonitors>;
  /** Ends the thread unless there is work soon; false if it has ended already. */
  rest(): boolean;
  end(): Promise<void>;
};

function startThread(limits: Limits, onEnd: () => void): ImportThread {
  const worker = new Worker(new URL("./import-thread.ts", import.meta.url), {
    name: "import",
    // It reads untrusted documents, so it gets no environment variables.
    env: {},
    resourceLimits: {
      ...RESOURCE_LIMITS,
      ...(limits.heapMb !== undefined && { maxOldGenerationSizeMb: limits.heapMb }),
    },
  });
  // A running import does not keep the process alive.
  worker.unref();
  let hasEnded = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  worker.once("error", (error) => ended.reject(asRefusal(error)));
  worker.once("exit", () => {
    hasEnded = true;
    clearTimeout(idleTimer);
    ended.reject(new Error("the thread that imports has ended"));
    onEnd();
  });
  async function end(): Promise<void> {
    hasEnded = true;
    await worker.terminate();
  }

  return {
    async run(job, onPhase) {
      clearTimeout(idleTimer);
      const outcome = Promise.withResolvers<ImportedMonitors>();
      let deadline = setTimeout(
        () => outcome.reject(new Error("the thread does not start")),
        START_TIMEOUT_MS,
      );
      const onReply = (reply: ThreadReply) => {
        if (reply.op !== "phase") return settle(reply, outcome);
        if (reply.phase === "reading") {
          clearTimeout(deadline);
          deadline = setTimeout(() => outcome.reject(tooSlow()), limits.deadlineMs ?? DEADLINE_MS);
        }
        onPhase(reply.phase);
      };
      worker.on("message", onReply);
      worker.postMessage(job);
      try {
        return await Promise.race([outcome.promise, ended.promise]);
      } catch (error) {
        // Otherwise it would continue to read. It may also have ended already.
        if (!(error instanceof ReportedRefusal)) await end();
        throw error;
      } finally {
        clearTimeout(deadline);
        worker.off("message", onReply);
      }
    },
    rest() {
      if (hasEnded) return false;
      idleTimer = setTimeout(() => void end(), limits.idleMs ?? IDLE_MS).unref();
      return true;
    },
    end,
  };
}

/** An error that the thread reported itself; the thread is ready for the next document. */
class ReportedRefusal extends AppError {}

function settle(
  reply: Exclude<ThreadReply, { op: "phase" }>,
  { resolve, reject }: Pick<PromiseWithResolvers<ImportedMonitors>, "resolve" | "reject">,
): void {
  if (reply.op === "done") resolve(reply.imported);
  else if (reply.op === "failed") reject(new Error(`the import failed: ${reply.message}`));
  else {
    const { code, message, details } = reply;
    reject(new ReportedRefusal(code, message, details && { details }));
  }
}

function tooSlow(): AppError {
  const message = "takes too long to read; send it as JSON instead of YAML, or import it in parts";
  return badFields([{ path: "content", message }]);
}

function asRefusal(error: Error & { code?: string }): Error {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return badFields(
    [{ path: "content", message: "takes too much memory to read; import it in parts" }],
    error,
  );
}

/** Runs as many at once as there are threads. Others wait in order, for a limited time. */
function createSlots(waitTimeoutMs: number): { enter(): Promise<() => void> } {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    async enter() {
      if (taken < THREADS_MAX) taken += 1;
      else {
        if (waiting.length >= WAITING_MAX) throw busy();
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(resolve), 1);
          reject(busy());
        }, waitTimeoutMs);
        waiting.push(resolve);
        await promise.finally(() => clearTimeout(timer));
      }
      return leave;
    },
  };
}

function busy(): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "Too many documents are being imported. Try again in a moment.",
    {
      retryAfterSeconds: 10,
    },
  );
}
