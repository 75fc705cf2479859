import { DURATION_MS_MAX } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { PingAddress, ReceivedPing } from "../../../resources/heartbeats/receiving/received-ping.ts";
import { goDurationMs } from "./go-duration.ts";

/** Reads the requests of senders for Uptime Kuma and Gatus. Pure. */

export type ReadPush = {
  address: PingAddress;
  action: ReceivedPing["action"];
  durationMs: number | null;
  /** Kept as the body. */
  text: string;
};

export type Query = Readonly<Record<string, unknown>>;

const TEXT_LENGTH_MAX = 10_000;
const TOKEN = /^[A-Za-z0-9_-]{8,200}$/;
const KEY_LENGTH_MAX = 200;

/** `/api/push/<token>?status=up|down&msg=&ping=`. Any status but `up` is down, as in Uptime Kuma. */
export function readKumaPush(token: string, { status = "up", msg, ping }: Query): ReadPush | null {
  if (!TOKEN.test(token)) return null;
  return {
    address: { by: "token", token, slug: null },
    action: status === "up" ? null : "fail",
    durationMs: typeof ping === "string" && ping.trim() !== "" ? limitedMs(Number(ping)) : null,
    text: textOf(msg),
  };
}

export type GatusPush = ReadPush | { refusal: { status: 400 | 401 | 404; text: string } };

/** `/api/v1/endpoints/<key>/external?success=true|false&error=&duration=10s`, with a bearer token. */
export function readGatusPush(
  { key, authorization }: { key: string; authorization: string | undefined },
  { success, error, duration }: Query,
): GatusPush {
  const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  if (token === "") return refuse(401, "invalid Authorization header");
  if (success !== "true" && success !== "false") return refuse(400, "invalid success value");
  const durationMs = typeof duration === "string" && duration !== "" ? goDurationMs(duration) : 0;
  if (durationMs === null) return refuse(400, "invalid duration value");
  if (!TOKEN.test(token) || key.length > KEY_LENGTH_MAX) return refuse(404, "not found");
  return {
    address: { by: "token", token, slug: key.toLowerCase() },
    action: success === "true" ? null : "fail",
    durationMs: durationMs === 0 ? null : limitedMs(durationMs),
    text: textOf(error),
  };
}

const refuse = (status: 400 | 401 | 404, text: string): GatusPush => ({ refusal: { status, text } });

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, TEXT_LENGTH_MAX).toWellFormed() : "";
}

function limitedMs(ms: number): number | null {
  return ms >= 0 && ms <= DURATION_MS_MAX ? Math.round(ms) : null;
}
