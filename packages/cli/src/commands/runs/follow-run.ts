import type { PipelineRun } from "@vedette/contract/journeys/journeys.ts";
import type { Client } from "../../client.ts";
import { NotEndedError, UnavailableError } from "../../exit-codes.ts";

/** Below 60 s, after which proxies close idle requests. */
const HOLD_SECONDS = 50;
/** An upgrade of the server takes less time. */
const UNAVAILABLE_MS_MAX = 60_000;
/** Pause between requests that return immediately, such as those to a server that is stopping. */
const PAUSE_MS = 1_000;

/** Returns the finished run; throws if it takes longer than `timeoutMs` or the server does not respond. */
export async function followRun(
  client: Pick<Client, "waitForRun">,
  id: string,
  timeoutMs: number,
): Promise<PipelineRun> {
  const endsAt = performance.now() + timeoutMs;
  let unavailableSince: number | null = null;
  for (;;) {
    const requestedAt = performance.now();
    const leftMs = Math.max(0, endsAt - requestedAt);
    try {
      const run = await client.waitForRun(id, Math.min(HOLD_SECONDS, Math.ceil(leftMs / 1_000)));
      if (run.finished_at !== null) return run;
      unavailableSince = null;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      unavailableSince ??= requestedAt;
      if (performance.now() - unavailableSince > UNAVAILABLE_MS_MAX) throw error;
    }
    if (performance.now() >= endsAt) {
      throw new NotEndedError(`Run ${id} did not finish within ${timeoutMs / 1_000} s; it continues.`);
    }
    const pauseMs = Math.min(PAUSE_MS - (performance.now() - requestedAt), endsAt - performance.now());
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
