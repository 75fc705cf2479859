import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { formatUuid } from "../../../platform/kernel/ids.ts";
import { type ResultPosition, type ResultRow, STATUS_OF, TRIGGER_OF } from "./queries.ts";

/** Converts a stored result to its API form. */
export function toCheckResult(row: ResultRow): CheckResult {
  const slotMs = row.slot_us / 1_000;
  return {
    id: resultId(slotMs, row.series_key),
    monitor_id: row.monitor_id,
    location: row.location,
    runner: row.runner,
    trigger: TRIGGER_OF[row.trigger],
    status: STATUS_OF[row.status],
    checked_at: new Date(Math.floor(slotMs) + row.late_ms).toISOString(),
    response_time_ms: milliseconds(row.response_us ?? spentUs(row)),
    timings: {
      dns_ms: milliseconds(row.dns_us),
      connect_ms: milliseconds(row.connect_us),
      tls_ms: milliseconds(row.tls_us),
      ttfb_ms: milliseconds(row.ttfb_us),
      download_ms: milliseconds(downloadUs(row)),
    },
    status_code: row.status_code,
    ip: row.ip,
    tls: tlsOf(row),
    body_bytes: row.body_bytes,
    has_body: row.details?.has_body ?? false,
    attempts: row.attempts,
    assertions: row.details?.assertions ?? [],
    error: row.details?.error ?? null,
    ...(row.details?.trace_id && { trace_id: row.details.trace_id }),
  };
}

/**
 * The id of a series' result at a slot: a UUID v7 of the slot, with its microseconds as `rand_a` and the
 * series at the end of `rand_b`. Ids therefore sort like results and need no storage.
 */
export function resultId(slotMs: number, seriesKey: number): string {
  const slotUs = Math.round(slotMs * 1_000);
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.floor(slotUs / 1_000), 0, 6);
  bytes.writeUInt16BE(0x7000 | (slotUs % 1_000), 6);
  bytes[8] = 0x80;
  bytes.writeUInt32BE(seriesKey, 12);
  return formatUuid(bytes);
}

const RESULT_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-8000-0000([0-9a-f]{8})$/;

/** Returns the result that an id of `resultId` names; null for any other text. */
export function findResultPosition(id: string): ResultPosition | null {
  const [, high = "", low = "", microseconds = "", seriesKey = ""] = RESULT_ID.exec(id) ?? [];
  if (high === "") return null;
  const slotUs = Number.parseInt(high + low, 16) * 1_000 + Number.parseInt(microseconds, 16);
  const position = { slotUs, seriesKey: Number.parseInt(seriesKey, 16) };
  if (!isStorable(position)) return null;
  return resultId(position.slotUs / 1_000, position.seriesKey) === id ? position : null;
}

/** The last year that every part of the database supports is 9999; series keys are positive integers of four bytes. */
const SLOT_US_MAX = Date.UTC(10_000, 0) * 1_000;
const SERIES_KEY_MAX = 2 ** 31 - 1;

function isStorable({ slotUs, seriesKey }: ResultPosition): boolean {
  return slotUs < SLOT_US_MAX && seriesKey <= SERIES_KEY_MAX;
}

/** The total minus the other phases. Not stored because it follows from them. */
function downloadUs(row: ResultRow): number | null {
  if (row.response_us === null || row.ttfb_us === null) return null;
  return Math.max(
    0,
    row.response_us - (row.dns_us ?? 0) - (row.connect_us ?? 0) - (row.tls_us ?? 0) - row.ttfb_us,
  );
}

/** The duration of a check without a response: the sum of its completed phases. */
function spentUs({ dns_us, connect_us, tls_us, ttfb_us }: ResultRow): number | null {
  const spent = [dns_us, connect_us, tls_us, ttfb_us].filter((us) => us !== null);
  return spent.length === 0 ? null : spent.reduce((sum, us) => sum + us, 0);
}

function tlsOf(row: ResultRow): CheckResult["tls"] {
  if (row.tls_expires_at === null && row.tls_issuer === null && row.tls_protocol === null) return null;
  return {
    expires_at: row.tls_expires_at?.toISOString() ?? null,
    issuer: row.tls_issuer,
    protocol: row.tls_protocol,
  };
}

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000);
