import { AUDIT_ACTIONS, type AuditAction } from "@vedette/contract/people/audit-actions.ts";
import { t } from "../../../language/t.ts";
import { auditObjectLabel } from "./audit-objects.ts";

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
  create: t("created"),
  update: t("updated"),
  delete: t("deleted"),
  restore: t("restored"),
  purge: t("purged"),
  snooze: t("snoozed"),
  unsnooze: t("snooze ended"),
  rename: t("renamed"),
  change_email: t("email changed"),
  verify_domain: t("domain verified"),
  add_passkey: t("passkey added"),
  rename_passkey: t("passkey renamed"),
  remove_passkey: t("passkey removed"),
  change_plan: t("plan changed"),
  checkout: t("checkout started"),
  ask_recipient: t("recipient asked"),
  approve: t("login approved"),
  confirm: t("confirmed"),
  refuse: t("refused"),
  transfer: t("transferred"),
  add: t("added"),
  remove: t("removed"),
  leave: t("left"),
  revoke: t("revoked"),
  rotate: t("replaced"),
  accept: t("accepted"),
  accept_baseline: t("baseline accepted"),
  end: t("ended"),
  end_others: t("signed out elsewhere"),
  acknowledge: t("acknowledged"),
  unacknowledge: t("acknowledgement withdrawn"),
  resolve: t("resolved"),
  set_status: t("status set"),
  create_feed_token: t("feed token created"),
  revoke_feed_token: t("feed token revoked"),
  update_image: t("image updated"),
  update_order: t("order updated"),
  post_update: t("update posted"),
  edit_update: t("update edited"),
  verify: t("verified"),
  mitigate: t("mitigated"),
  add_alert: t("alert added"),
  remove_alert: t("alert removed"),
  add_note: t("note added"),
  edit_note: t("note edited"),
  delete_note: t("note deleted"),
  draft_page_post: t("status page post drafted"),
  create_token: t("token created"),
  create_calendar: t("calendar URL created"),
  delete_calendar: t("calendar URL deleted"),
  revoke_token: t("token revoked"),
  export: t("exported"),
  apply: t("applied"),
  send: t("sent"),
  start_drill: t("fire drill started"),
  undelete: t("target restored"),
  denied: t("denied"),
  failed: t("failed"),
};

/** Formats `alert_rule.create` as "Alert rule created". */
export function actionLabel(action: AuditAction): string {
  const [object = "", verb = ""] = action.split(".");
  return `${auditObjectLabel(object)} ${ACTION_VERBS[verb] ?? verb}`;
}

type OptionalFilters = { [Key in keyof AuditFilters]: AuditFilters[Key] | undefined };

function dropEmpty(filters: OptionalFilters): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
