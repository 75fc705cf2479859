import { AppError } from "../../platform/kernel/errors.ts";

/** Requests that each wait for one reply by number until a timeout. */
export type PendingReplies<Reply, Progress = never> = {
  /**
   * Waits for the reply with this number. Returns null if none comes within `withinMs`. Throws if too many
   * requests are waiting.
   */
  open(number: number, request: PendingRequest<Progress>): Promise<Reply | null>;
  /** Delivers progress to a request. Progress that no request waits for is dropped. */
  notify(number: number, progress: Progress): void;
  /** Resolves a request. A reply that no request waits for is dropped. */
  resolve(number: number, reply: Reply | null): void;
  /** Ends a request that could not be sent. */
  cancel(number: number): void;
  /** Ends all requests without a reply. */
  cancelAll(): void;
};

export type PendingRequest<Progress> = {
  withinMs: number;
  /** Called until the reply comes. */
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** A test check sends one request per location, at most 20; each report takes a kilobyte. */
export const CHECK_REQUESTS_MAX = 1_000;
/** A run report may take a few megabytes. */
export const RUN_REQUESTS_MAX = 64;
const RETRY_AFTER_SECONDS = 5;

export function createPendingReplies<Reply, Progress = never>(max: number): PendingReplies<Reply, Progress> {
  const waiting = new Map<
    number,
    {
      resolve: (reply: Reply | null) => void;
      reject: (error: Error) => void;
      onProgress: PendingRequest<Progress>["onProgress"];
    }
  >();

  function take(number: number) {
    const found = waiting.get(number);
    waiting.delete(number);
    return found;
  }

  return {
    open(number, { withinMs, onProgress }) {
      if (waiting.size >= max) throw tooMany();
      const { promise, resolve, reject } = Promise.withResolvers<Reply | null>();
      const timer = setTimeout(() => take(number)?.resolve(null), withinMs);
      waiting.set(number, { resolve, reject, onProgress });
      return promise.finally(() => clearTimeout(timer));
    },
    notify: (number, progress) => waiting.get(number)?.onProgress?.(progress),
    resolve: (number, reply) => take(number)?.resolve(reply),
    cancel: (number) => take(number)?.reject(tooMany()),
    cancelAll() {
      for (const number of [...waiting.keys()]) take(number)?.resolve(null);
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "This installation already runs the maximum number of tests. Try again in a few seconds.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
