import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";

export const PING_LABELS: Record<PingKind, string> = {
  success: "Success",
  start: "Start",
  fail: "Failure",
  log: "Log",
  ignored: "Ignored",
};

/** "Failure, exit code 3". */
export function pingLabel({ kind, exit_status: exitStatus }: Pick<Ping, "kind" | "exit_status">): string {
  return exitStatus === null ? PING_LABELS[kind] : `${PING_LABELS[kind]}, exit code ${exitStatus}`;
}
