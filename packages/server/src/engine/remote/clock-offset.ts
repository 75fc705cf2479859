import type { RunnerWork } from "@vedette/contract/runners/runner-protocol.ts";
import type { Logger } from "../../platform/kernel/logger.ts";

/**
 * Tracks how far the server's clock is ahead of this machine's clock, measured from each response. Deadlines
 * of work and times of results are in the server's time, so a runner with a wrong clock keeps and reports the
 * right ones.
 */
export type ClockOffset = {
  learn(
    times: { sentAtMs: number; gotAtMs: number } & Pick<RunnerWork, "received_at_ms" | "answered_at_ms">,
  ): void;
  toServer(localMs: number): number;
  toLocal(serverMs: number): number;
};

/** A smaller difference is more likely caused by asymmetric network delays. */
const NOISE_MS = 250;
/** Above this difference the log asks for the machine's clock to be set. */
const SKEW_LOGGED_MS = 5_000;

export function createClockOffset(log: Logger): ClockOffset {
  let offsetMs = 0;
  let isLogged = false;

  return {
    // As in NTP, the time that the server held the request cancels out. Source: RFC 5905, section 8.
    learn({ sentAtMs, gotAtMs, received_at_ms: receivedAtMs, answered_at_ms: respondedAtMs }) {
      const seenMs = (receivedAtMs - sentAtMs + (respondedAtMs - gotAtMs)) / 2;
      offsetMs = Math.abs(seenMs) < NOISE_MS ? 0 : Math.round(seenMs);
      const isSkewed = Math.abs(offsetMs) > SKEW_LOGGED_MS;
      if (isSkewed && !isLogged) log.warn("runner.clock_skewed", { server_ahead_ms: offsetMs });
      isLogged = isSkewed;
    },
    toServer: (localMs) => localMs + offsetMs,
    toLocal: (serverMs) => serverMs - offsetMs,
  };
}
