import { AUDIT_ACTIONS, type AuditAction } from "@vedette/contract/people/audit-actions.ts";

/** The filters of the audit log. They are stored in the URL, so that a link opens the same view. */
export type AuditFilters = {
  action?: AuditAction;
  /** Id of a member or an API key. */
  actor?: string;
  /** Id of the changed object. */
  target?: string;
  /** Days in the browser's time zone, such as `2026-01-31`; both are included. */
  from?: string;
  to?: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the search parameters. Parameters that are not valid are ignored. */
export function auditFiltersOf(search: Record<string, unknown>): AuditFilters {
  const text = (key: string) => {
    const value = search[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const day = (key: string) => {
    const value = text(key);
    return value && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
  };
  return dropEmpty({
    action: AUDIT_ACTIONS.find((action) => action === search.action),
    actor: text("actor"),
    target: text("target"),
    from: day("from"),
    to: day("to"),
  });
}

/** Converts the filters to query parameters. Days start and end at midnight in the browser's time zone. */
export function auditQueryOf({ from, to, ...others }: AuditFilters): AuditFilters {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString();
  const end = to === undefined ? undefined : new Date(`${to}T23:59:59.999`).toISOString();
  return dropEmpty({ ...others, from: start, to: end });
}

const ACTION_VERBS: Record<string, string> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  restore: "restored",
  purge: "purged",
  snooze: "snoozed",
  unsnooze: "snooze ended",
  rename: "renamed",
  change_email: "email changed",
  verify_domain: "domain verified",
  add_passkey: "passkey added",
  rename_passkey: "passkey renamed",
  remove_passkey: "passkey removed",
  change_plan: "plan changed",
  checkout: "checkout started",
  ask_recipient: "recipient asked",
  approve: "login approved",
  confirm: "confirmed",
  refuse: "refused",
  transfer: "transferred",
  add: "added",
  remove: "removed",
  leave: "left",
  revoke: "revoked",
  rotate: "replaced",
  accept: "accepted",
  accept_baseline: "baseline accepted",
  end: "ended",
  end_others: "signed out elsewhere",
  acknowledge: "acknowledged",
  unacknowledge: "acknowledgement withdrawn",
  resolve: "resolved",
  set_status: "status set",
  create_feed_token: "feed token created",
  revoke_feed_token: "feed token revoked",
  update_image: "image updated",
  update_order: "order updated",
  post_update: "update posted",
  edit_update: "update edited",
  verify: "verified",
  mitigate: "mitigated",
  add_alert: "alert added",
  remove_alert: "alert removed",
  add_note: "note added",
  edit_note: "note edited",
  delete_note: "note deleted",
  draft_page_post: "status page post drafted",
  create_token: "token created",
  create_calendar: "calendar URL created",
  delete_calendar: "calendar URL deleted",
  revoke_token: "token revoked",
  export: "exported",
  apply: "applied",
  send: "sent",
  start_drill: "fire drill started",
  undelete: "target restored",
};

/** Formats `alert_rule.create` as "Alert rule created". */
export function actionLabel(action: AuditAction): string {
  const [noun = "", verb = ""] = action.split(".");
  const named = noun.replaceAll("_", " ").replace("api", "API").replace("code trust", "CI trust");
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${ACTION_VERBS[verb] ?? verb}`;
}

type OptionalFilters = { [Key in keyof AuditFilters]: AuditFilters[Key] | undefined };

function dropEmpty(filters: OptionalFilters): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
