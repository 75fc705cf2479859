import type { PipelineRun } from "@vedette/contract/journeys/journeys.ts";
import type { Client } from "../../client.ts";
import { NotEndedError, UnavailableError } from "../../exit-codes.ts";

/** Below the 60 s after which proxies end silent requests. */
const HOLD_SECONDS = 50;
/** A server that is upgraded is away for less. */
const AWAY_MS_MAX = 60_000;
/** Between requests that were answered at once, such as those of a server that is about to stop. */
const PAUSE_MS = 1_000;

/** The run once it has ended; an error where that takes longer than `timeoutMs`, or no answer comes. */
export async function followRun(
  client: Pick<Client, "waitForRun">,
  id: string,
  timeoutMs: number,
): Promise<PipelineRun> {
  const endsAt = performance.now() + timeoutMs;
  let awaySince: number | null = null;
  for (;;) {
    const askedAt = performance.now();
    const leftMs = Math.max(0, endsAt - askedAt);
    try {
      const run = await client.waitForRun(id, Math.min(HOLD_SECONDS, Math.ceil(leftMs / 1_000)));
      if (run.finished_at !== null) return run;
      awaySince = null;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      awaySince ??= askedAt;
      if (performance.now() - awaySince > AWAY_MS_MAX) throw error;
    }
    if (performance.now() >= endsAt) {
      throw new NotEndedError(`Run ${id} has not ended within ${timeoutMs / 1_000} s; it goes on.`);
    }
    const pauseMs = Math.min(PAUSE_MS - (performance.now() - askedAt), endsAt - performance.now());
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
