import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import { t } from "../../../../language/t.ts";

export const PING_LABELS: Record<PingKind, string> = {
  success: t("Success"),
  start: t("Start"),
  fail: t("Failure"),
  log: t("Log"),
  ignored: t("Ignored"),
};

/** "POST from 192.0.2.7"; one of the two if the other is unknown. */
export function senderText({ method, source }: Pick<Ping, "method" | "source">): string {
  if (method === null || source === null) return method ?? source ?? "";
  return t("{method} from {source}", { method, source });
}

/** "Failure, exit code 3". */
export function pingLabel({ kind, exit_status: exitStatus }: Pick<Ping, "kind" | "exit_status">): string {
  return exitStatus === null
    ? PING_LABELS[kind]
    : t("{kind}, exit code {exitStatus}", { kind: PING_LABELS[kind], exitStatus });
}
