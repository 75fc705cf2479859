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

type OptionalFilters = { [Key in keyof AuditFilters]: AuditFilters[Key] | undefined };

function dropEmpty(filters: OptionalFilters): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
