import { ImportCredential } from "../../building/import-credential.ts";
import type { TargetDraft } from "./target-draft.ts";

/** Monitors that are no check of a runner: heartbeats, manual status and browsers. */

const PERIOD = { min: 10, max: 31_536_000 };
/** Uptime Kuma waits one second longer than the interval; a minute spares alerts for delayed jobs. */
const GRACE_SECONDS = 60;

export function mapPush(draft: TargetDraft): void {
  const { fields } = draft;
  const seconds = draft.clamped("interval", draft.number("interval") ?? 60, PERIOD);
  fields.schedule = { type: "period", seconds };
  fields.grace_seconds = GRACE_SECONDS;
  const token = draft.text("push_token");
  if (token !== "") fields.push_token = new ImportCredential(`${draft.key}_push_token`, token);
  draft.note("A ping may be 60 s late before the heartbeat is down; in Uptime Kuma it is 1 s.");
  if (draft.flag("upside_down")) draft.review("A heartbeat cannot be inverted.");
}

/** The status that was set is data, not configuration. */
export function mapManual(draft: TargetDraft): void {
  draft.fields.type = "manual";
  draft.note("The status that was set is not kept; set it again.");
}

const INTERVAL = { min: 10, max: 86_400 };
const WAIT_MS_MAX = 30_000;

export function mapRealBrowser(draft: TargetDraft): void {
  const { fields } = draft;
  fields.interval_seconds = Math.round(draft.clamped("interval", draft.number("interval") ?? 60, INTERVAL));
  const timeout = draft.number("timeout") ?? 0;
  if (timeout > 0)
    fields.timeout_seconds = Math.round(draft.clamped("timeout", timeout, { min: 1, max: 1_800 }));
  fields.max_retries = 0;
  const delay = Math.min(draft.number("screenshot_delay") ?? 0, WAIT_MS_MAX);
  fields.steps = [
    { action: "goto", url: draft.literal(draft.text("url").trim()) },
    ...(delay > 0 ? [{ action: "wait_for", milliseconds: delay }] : []),
    { action: "screenshot", label: "page" },
  ];
  if ((draft.number("maxretries") ?? 0) > 0)
    draft.note("The status is down at the first failure; the alert rule counts the failures.");
  if (draft.number("remote_browser") !== null)
    draft.note("Its remote browser is not used; Vedette runs its own.");
  const codes = draft.text("accepted_statuscodes_json").replaceAll(/\s/g, "");
  if (codes !== "" && codes !== '["200-299"]')
    draft.note("The accepted status codes have no counterpart; a page with an error status is a failure.");
  if (draft.flag("upside_down")) draft.review("A journey cannot be inverted.");
}
