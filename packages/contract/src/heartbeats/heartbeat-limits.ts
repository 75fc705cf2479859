/** Constants of heartbeats, apart from their schemas, so that the dashboard imports them without zod. */

/** `new`: never pinged. `late`: past due, within the grace time; shown, no alert. */
export const HEARTBEAT_STATES = ["new", "up", "started", "late", "down", "paused"] as const;
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number];

/** What a ping said. `ignored`: a ping that the method or the filters of the heartbeat exclude. */
export const PING_KINDS = ["success", "start", "fail", "log", "ignored"] as const;
export type PingKind = (typeof PING_KINDS)[number];

export const PING_METHODS = ["any", "post_only"] as const;
export type PingMethods = (typeof PING_METHODS)[number];

export const PAUSED_PING_MODES = ["resume", "ignore"] as const;
export type PausedPingMode = (typeof PAUSED_PING_MODES)[number];

export const FILTER_OTHERWISE = ["ignore", "fail"] as const;

/** The defaults of Healthchecks: a day, and an hour of grace. */
export const PERIOD_SECONDS_DEFAULT = 86_400;
export const GRACE_SECONDS_DEFAULT = 3_600;
export const GRACE_SECONDS_MAX = 31_536_000;
/** A run that takes longer is not measured either. */
export const RUNTIME_SECONDS_MAX = 259_200;
/** A start and an end that are further apart belong to different runs. */
export const DURATION_MS_MAX = RUNTIME_SECONDS_MAX * 1_000;

export const BODY_BYTES_DEFAULT = 10_000;
export const BODY_BYTES_MAX = 100_000;

export const SLUG_LENGTH_MAX = 100;
export const SLUG_PATTERN = /^[a-z0-9_-]+$/;

/** Words of one filter. */
export const FILTER_WORDS_MAX = 20;
export const FILTER_WORD_LENGTH_MAX = 200;

/** Metric values of one ping. */
export const METRICS_MAX = 20;
export const METRIC_NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** The slug of a name: "Nightly Backup (db1)" becomes "nightly-backup-db1". */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, SLUG_LENGTH_MAX);
  return slug === "" ? "heartbeat" : slug;
}
