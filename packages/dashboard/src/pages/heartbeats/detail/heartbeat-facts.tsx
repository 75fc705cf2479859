import type { HeartbeatState } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { describeSchedule, describeSpan } from "@vedette/contract/heartbeats/schedules/describe-schedule.ts";
import type { ReactNode } from "react";
import { FactList } from "../../../components/fact-list.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { numberText } from "../../../format.ts";
import { durationText } from "./pings/duration-text.ts";

const STATE_LABELS: Record<HeartbeatState, string> = {
  new: "Waiting for the first ping",
  up: "Up",
  started: "Running",
  late: "Late, within the grace time",
  down: "Down",
  paused: "Paused",
};

/** What the pings of a heartbeat say, and when the next one is due. */
export function HeartbeatFacts({ heartbeat }: { heartbeat: Heartbeat }) {
  const { last_ping_at: lastPingAt, next_expected_at: nextAt, last_duration_ms: durationMs } = heartbeat;
  const longest = heartbeat.max_runtime_seconds;
  const facts: [string, ReactNode][] = [
    ["State", STATE_LABELS[heartbeat.state]],
    ["Schedule", describeSchedule(heartbeat.schedule)],
    ["Next expected", nextAt === null ? "–" : <TimeAgo key="next" at={nextAt} />],
    ["Grace time", describeSpan(heartbeat.grace_seconds)],
    ["Last ping", lastPingAt === null ? "Never" : <TimeAgo key="last" at={lastPingAt} />],
    ["Last duration", durationText(durationMs)],
    ["Longest run", longest === null ? "As the grace time" : describeSpan(longest)],
    ["Pings", numberText(heartbeat.ping_count)],
  ];
  return (
    <section className="card grid gap-3 p-4" aria-label="State">
      <FactList facts={facts} />
    </section>
  );
}
