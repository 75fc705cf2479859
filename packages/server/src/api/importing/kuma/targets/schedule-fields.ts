import { idOf } from "../draft/row-values.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Interval, timeout and retries of a monitor. */

const INTERVAL = { min: 1, max: 86_400 };
const TIMEOUT = { min: 0.1, max: 300 };
/** Uptime Kuma before 2.0 stored 0, and waited for 80 % of the interval. */
const TIMEOUT_SHARE = 0.8;
const CONFIRM_MIN = 1;

export function addSchedule(draft: TargetDraft): void {
  const { fields } = draft;
  const interval = draft.clamped("interval", draft.number("interval") ?? 60, INTERVAL);
  fields.interval = interval;
  const timeout = draft.number("timeout") ?? 0;
  const seconds = timeout > 0 ? timeout : Math.round(interval * TIMEOUT_SHARE * 1_000) / 1_000;
  fields.timeout =
    timeout > 0
      ? draft.clamped("timeout", seconds, TIMEOUT)
      : Math.min(Math.max(seconds, TIMEOUT.min), TIMEOUT.max);
  addRetries(draft, interval);
  if (draft.flag("upside_down")) fields.invert = true;
}

/** A retry of Uptime Kuma is a check of its own after the retry interval, so the alert rule counts them. */
function addRetries(draft: TargetDraft, interval: number): void {
  draft.fields.retries = 0;
  const retries = draft.number("maxretries") ?? 0;
  if (retries <= 0) return;
  const { notificationsOf, channels } = draft.context;
  const hasRule = (notificationsOf.get(idOf(draft.row)) ?? []).some((id) => channels.has(id));
  draft.note(
    hasRule
      ? `The status is down at the first failure; the alert rule notifies after ${retries + 1} failures in a row.`
      : `The status is down at the first failure; its ${retries} retries belong to an alert rule, which it has not.`,
  );
  const confirm = draft.number("retry_interval") ?? 0;
  if (confirm >= CONFIRM_MIN && confirm < interval) draft.fields.confirm_interval = confirm;
  else if (confirm > interval) draft.note("The retry interval is longer than the interval, and is not kept.");
}
