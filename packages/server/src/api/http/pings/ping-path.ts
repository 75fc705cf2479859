import { SLUG_LENGTH_MAX, SLUG_PATTERN } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { PingAddress, ReceivedPing } from "../../resources/heartbeats/receiving/received-ping.ts";
import { hashPingKey } from "../../resources/ping-key/key.ts";

/** Reads the URL of a ping, in the form of Healthchecks. Pure. */

export type PingPath =
  | { address: PingAddress; action: ReceivedPing["action"] }
  | { refusal: { status: 400 | 404; text: string } };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const NOT_FOUND: PingPath = { refusal: { status: 404, text: "not found" } };
const EXIT_STATUS_MAX = 255;

/** `parts` are those after `/ping/`: `<uuid>[/action]` or `<ping key>/<slug>[/action]`. */
export function readPingPath(parts: readonly string[]): PingPath {
  const [first = "", second, third, ...more] = parts;
  if (more.length > 0) return NOT_FOUND;
  if (UUID.test(first)) {
    if (third !== undefined) return NOT_FOUND;
    return withAction({ by: "uuid", uuid: first.toLowerCase() }, second);
  }
  const isSlug = second !== undefined && SLUG_PATTERN.test(second) && second.length <= SLUG_LENGTH_MAX;
  return isSlug ? withAction({ by: "key", keyHash: hashPingKey(first), slug: second }, third) : NOT_FOUND;
}

function withAction(address: PingAddress, action: string | undefined): PingPath {
  if (action === undefined) return { address, action: null };
  if (action === "start" || action === "fail" || action === "log") return { address, action };
  if (!/^\d{1,10}$/.test(action)) return NOT_FOUND;
  const exitStatus = Number(action);
  if (exitStatus > EXIT_STATUS_MAX) return { refusal: { status: 400, text: "invalid url format" } };
  return { address, action: { exitStatus } };
}

/** Returns the id of a run, null if there is none, and undefined if it is invalid. */
export function readRid(rid: unknown): string | null | undefined {
  if (rid === undefined) return null;
  return typeof rid === "string" && UUID.test(rid) ? rid.toLowerCase() : undefined;
}
