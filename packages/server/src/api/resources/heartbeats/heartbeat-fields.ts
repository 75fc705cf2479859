import type { PausedPingMode, PingMethods } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatFilters } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import type { TargetFields, TargetRow } from "../../../pipeline/targets/target-row.ts";

export type HeartbeatFields = TargetFields & {
  ping_id: string;
  slug: string;
  push_token: string | null;
  schedule: HeartbeatSchedule;
  grace_seconds: number;
  max_runtime_seconds: number | null;
  methods: PingMethods;
  filters: HeartbeatFilters | null;
  body_bytes_max: number;
  paused_ping: PausedPingMode;
};
export type HeartbeatRow = HeartbeatFields & TargetRow;
