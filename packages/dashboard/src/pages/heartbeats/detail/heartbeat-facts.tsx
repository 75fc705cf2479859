import type { HeartbeatState } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { ReactNode } from "react";
import { FactList } from "../../../components/fact-list.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { numberText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { heartbeatScheduleText, longSpanText } from "../heartbeat-schedule-text.ts";
import { durationText } from "./pings/duration-text.ts";

const STATE_LABELS: Record<HeartbeatState, string> = {
  new: t("Waiting for the first ping"),
  up: t("Up"),
  started: t("Running"),
  late: t("Late, within the grace time"),
  down: t("Down"),
  paused: t("Paused"),
};

/** What the pings of a heartbeat say, and when the next one is due. */
export function HeartbeatFacts({ heartbeat }: { heartbeat: Heartbeat }) {
  const { last_ping_at: lastPingAt, next_expected_at: nextAt, last_duration_ms: durationMs } = heartbeat;
  const longest = heartbeat.max_runtime_seconds;
  const facts: [string, ReactNode][] = [
    [t("State"), STATE_LABELS[heartbeat.state]],
    [t("Schedule"), heartbeatScheduleText(heartbeat.schedule)],
    [t("Next expected"), nextAt === null ? "–" : <TimeAgo key="next" at={nextAt} />],
    [t("Grace time"), longSpanText(heartbeat.grace_seconds)],
    [t("Last ping"), lastPingAt === null ? t("Never") : <TimeAgo key="last" at={lastPingAt} />],
    [t("Last duration"), durationText(durationMs)],
    [t("Longest run"), longest === null ? t("As the grace time") : longSpanText(longest)],
    [t("Pings"), numberText(heartbeat.ping_count)],
  ];
  return (
    <section className="card grid gap-3 p-4" aria-label={t("State")}>
      <FactList facts={facts} />
    </section>
  );
}
