import type { HeartbeatState } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import type { HeartbeatRow } from "./heartbeat-fields.ts";
import type { HeartbeatStateRow } from "./queries.ts";

export type ViewOptions = { serverUrl: string; nowMs: number; actor: Actor };

/** Converts a row to the API representation. `state` is undefined before the first ping. */
export function toHeartbeat(
  row: HeartbeatRow,
  state: HeartbeatStateRow | undefined,
  { serverUrl, nowMs, actor }: ViewOptions,
): Heartbeat {
  const {
    schedule,
    grace_seconds,
    max_runtime_seconds,
    slug,
    methods,
    filters,
    body_bytes_max,
    paused_ping,
  } = row;
  const isShown = mayPing(actor);
  return {
    ...toCommonView(row),
    ...{ schedule, grace_seconds, max_runtime_seconds, slug, methods, filters, body_bytes_max, paused_ping },
    locations: [],
    state: stateOf(row, state, nowMs),
    ping_url: isShown ? `${serverUrl}/ping/${row.ping_id}` : null,
    ping_uuid: isShown ? row.ping_id : null,
    push_token: isShown ? row.push_token : null,
    ping_count: state?.ping_count ?? 0,
    last_ping_at: state?.last_ping_at?.toISOString() ?? null,
    last_duration_ms: state?.last_duration_ms ?? null,
    next_expected_at: row.enabled ? (state?.next_slot?.toISOString() ?? null) : null,
  };
}

/** A ping changes the status, so callers who only read do not get the URL. */
function mayPing(actor: Actor): boolean {
  return actor.kind === "key" ? actor.scope !== "read" : actor.role !== "viewer";
}

function stateOf(
  { enabled, status }: HeartbeatRow,
  state: HeartbeatStateRow | undefined,
  nowMs: number,
): HeartbeatState {
  if (!enabled) return "paused";
  if (status === "down") return "down";
  if (state?.has_open_run) return "started";
  if (status === "pending") return "new";
  return state?.next_slot && state.next_slot.getTime() < nowMs ? "late" : "up";
}
