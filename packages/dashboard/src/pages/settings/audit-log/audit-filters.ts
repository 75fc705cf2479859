import { AUDIT_ACTIONS, type AuditAction } from "@vedette/contract/people/audit-actions.ts";

/** What of the log is shown. It stands in the address, so that a link leads to it. */
export type AuditFilters = {
  action?: AuditAction;
  /** Id of a person or a key. */
  actor?: string;
  /** Id of what was changed. */
  target?: string;
  /** Days in the zone of who looks, `2026-01-31`; both are within. */
  from?: string;
  to?: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Leaves out what no address of ours says: it came from somebody's hand. */
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

/** The filters as the API takes them: a day begins and ends at midnight of who looks. */
export function auditQueryOf({ from, to, ...same }: AuditFilters): AuditFilters {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString();
  const end = to === undefined ? undefined : new Date(`${to}T23:59:59.999`).toISOString();
  return dropEmpty({ ...same, from: start, to: end });
}

const HAPPENINGS: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  transfer: "transferred",
  add: "added",
  remove: "removed",
  leave: "left",
  revoke: "revoked",
  accept: "accepted",
  accept_baseline: "given a new baseline",
  end: "ended",
  end_others: "made the only one",
  acknowledge: "acknowledged",
  resolve: "resolved",
};

/** `alert_rule.create` as people say it: "Alert rule created". */
export function actionLabel(action: AuditAction): string {
  const [noun = "", happening = ""] = action.split(".");
  const named = noun.replaceAll("_", " ").replace("api", "API");
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${HAPPENINGS[happening] ?? happening}`;
}

type Loose = { [Key in keyof AuditFilters]: AuditFilters[Key] | undefined };

function dropEmpty(filters: Loose): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
