import {
  METRIC_NAME_PATTERN,
  METRICS_MAX,
  type PingKind,
} from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { HeartbeatFilters } from "@vedette/contract/heartbeats/heartbeats.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import type { ReceivedPing } from "./received-ping.ts";

/** What a ping means, and what is kept of its body. Pure. */

/** PostgreSQL stores no NUL character. */
const NOT_STORABLE = /\0/g;

/** Decodes any bytes: those that are not UTF-8 are replaced. */
export function bodyTextOf(body: Buffer): string {
  return body.toString("utf8").replace(NOT_STORABLE, "\ufffd").toWellFormed();
}

/** Returns the masked beginning of a text, at most so many bytes. */
export function keptText(text: string, bytesMax: number, mask: Masker): { text: string; isCut: boolean } {
  // A character takes a byte or more, so one beyond the limit shows whether there are more.
  const masked = Buffer.from(mask(text, bytesMax + 1));
  if (masked.length <= bytesMax) return { text: masked.toString(), isCut: false };
  // Leaves out a character whose last bytes are cut off.
  const cut = new TextDecoder().decode(masked.subarray(0, bytesMax), { stream: true });
  return { text: cut, isCut: true };
}

type Config = {
  methods: "any" | "post_only";
  filters: HeartbeatFilters | null;
};

/** What a ping is for its heartbeat. */
export function kindOf(
  { action, method }: Pick<ReceivedPing, "action" | "method">,
  text: string,
  { methods, filters }: Config,
): PingKind {
  if (methods === "post_only" && method !== "POST") return "ignored";
  if (typeof action === "string") return action;
  if (action !== null) return action.exitStatus === 0 ? "success" : "fail";
  return filters === null ? "success" : byWords(text, filters);
}

function byWords(text: string, { failure, success, start, otherwise }: HeartbeatFilters): PingKind {
  const contains = (words: readonly string[]) => words.some((word) => text.includes(word));
  if (contains(failure)) return "fail";
  if (contains(success)) return "success";
  if (contains(start)) return "start";
  return otherwise === "fail" ? "fail" : "ignored";
}

/** Reads `{"metrics": {"rows": 123}}`. Anything else has no metrics: a ping is never rejected because of them. */
export function metricsOf(text: string): Record<string, number> | null {
  if (!text.trimStart().startsWith("{") || !text.includes('"metrics"')) return null;
  const metrics = parseJson(text)?.metrics;
  if (typeof metrics !== "object" || metrics === null || Array.isArray(metrics)) return null;
  const valid = Object.entries(metrics)
    .filter(
      (entry): entry is [string, number] => METRIC_NAME_PATTERN.test(entry[0]) && Number.isFinite(entry[1]),
    )
    .slice(0, METRICS_MAX);
  return valid.length === 0 ? null : Object.fromEntries(valid);
}

function parseJson(text: string): { metrics?: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" ? parsed : null;
  } catch {
    return null;
  }
}
