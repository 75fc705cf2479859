import { AppError } from "../../platform/kernel/errors.ts";

/** Questions that wait for one answer each, by number, for a while and not for ever. */
export type PendingReplies<Answer> = {
  /** Waits for the answer of this number; null where none came within `withinMs`. Throws where too many wait. */
  open(number: number, withinMs: number): Promise<Answer | null>;
  /** An answer that nobody waits for any more is dropped. */
  answer(number: number, answer: Answer | null): void;
  /** Ends one that could not be asked. */
  refuse(number: number): void;
  /** Ends all without an answer. */
  endAll(): void;
};

/** A check asks once for each of its locations, of which it has 20 at most; its report takes a kilobyte. */
export const CHECK_ASKS_MAX = 1_000;
/** The report of a run may take some megabytes. */
export const RUN_ASKS_MAX = 64;
const RETRY_AFTER_SECONDS = 5;

export function createPendingReplies<Answer>(max: number): PendingReplies<Answer> {
  const waiting = new Map<
    number,
    { resolve: (answer: Answer | null) => void; reject: (error: Error) => void }
  >();

  function take(number: number) {
    const found = waiting.get(number);
    waiting.delete(number);
    return found;
  }

  return {
    open(number, withinMs) {
      if (waiting.size >= max) throw tooMany();
      const { promise, resolve, reject } = Promise.withResolvers<Answer | null>();
      const timer = setTimeout(() => take(number)?.resolve(null), withinMs);
      waiting.set(number, { resolve, reject });
      return promise.finally(() => clearTimeout(timer));
    },
    answer: (number, answer) => take(number)?.resolve(answer),
    refuse: (number) => take(number)?.reject(tooMany()),
    endAll() {
      for (const number of [...waiting.keys()]) take(number)?.resolve(null);
    },
  };
}

function tooMany(): AppError {
  return new AppError(
    "SERVICE_UNAVAILABLE",
    "As many trials as this installation makes at once are under way. Try again in a few seconds.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
