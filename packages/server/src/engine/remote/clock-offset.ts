import type { RunnerWork } from "@vedette/contract/runners/runner-protocol.ts";
import type { Logger } from "../../platform/kernel/logger.ts";

/**
 * How far the server's clock is ahead of this machine's, as each answer shows it. Deadlines of work are the
 * server's instants, and so are those of results; a runner with a wrong clock keeps and tells the right ones.
 */
export type ClockOffset = {
  learn(
    times: { sentAtMs: number; gotAtMs: number } & Pick<RunnerWork, "received_at_ms" | "answered_at_ms">,
  ): void;
  toServer(localMs: number): number;
  toLocal(serverMs: number): number;
};

/** A difference below it is more likely the way there and back being unlike. */
const NOISE_MS = 250;
/** Above it somebody should set the machine's clock. Source: security.md, F12. */
const SKEW_TOLD_MS = 5_000;

export function createClockOffset(log: Logger): ClockOffset {
  let offsetMs = 0;
  let isTold = false;

  return {
    // As NTP has it: how long the server held the question falls out. Source: RFC 5905, section 8.
    learn({ sentAtMs, gotAtMs, received_at_ms: receivedAtMs, answered_at_ms: answeredAtMs }) {
      const seenMs = (receivedAtMs - sentAtMs + (answeredAtMs - gotAtMs)) / 2;
      offsetMs = Math.abs(seenMs) < NOISE_MS ? 0 : Math.round(seenMs);
      const isSkewed = Math.abs(offsetMs) > SKEW_TOLD_MS;
      if (isSkewed && !isTold) log.warn("runner.clock_skewed", { server_ahead_ms: offsetMs });
      isTold = isSkewed;
    },
    toServer: (localMs) => localMs + offsetMs,
    toLocal: (serverMs) => serverMs - offsetMs,
  };
}
