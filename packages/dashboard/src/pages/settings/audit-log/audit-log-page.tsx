import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AuditEntry } from "@vedette/contract/people/audit-log.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { AuditEntryItem, nameOf } from "./audit-entry-item.tsx";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { type AuditFilters, auditFiltersOf, auditQueryOf } from "./audit-filters.ts";
import { useAuditNames, useNamesWithTargets } from "./use-audit-names.ts";

/** Lists the changes in the organization. */
export function AuditLogPage() {
  const { role, reaches } = useRole();
  const filters = auditFiltersOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (chosen: AuditFilters) =>
    void navigate({ to: "/settings/audit-log", search: auditFiltersOf(chosen), replace: true });
  return (
    <>
      <PageHeader
        title={t("Audit log")}
        lead={t("Changes by members, API keys and the server, kept for 400 days. Secrets are masked.")}
      />
      {role && !reaches("admin") && (
        <Notice kind="hint">
          {t("Your role is {role}. Only admins and owners can view the audit log.", {
            role: ROLE_WORDS[role],
          })}
        </Notice>
      )}
      {reaches("admin") && (
        <div className="grid gap-5">
          <AuditFilterForm filters={filters} onFilters={show} />
          <Entries filters={filters} onFilters={show} />
        </div>
      )}
    </>
  );
}

type EntriesProps = { filters: AuditFilters; onFilters(filters: AuditFilters): void };

function Entries({ filters, onFilters }: EntriesProps) {
  const api = useApi();
  const { items, error, more } = usePages<AuditEntry>({
    queryKey: keys.list("audit-log", filters),
    read: ({ signal, ...page }) =>
      pageOf(
        api.GET("/api/v1/audit-log", { params: { query: { ...auditQueryOf(filters), ...page } }, signal }),
      ),
  });
  const known = useAuditNames();
  const unnamed = new Set(items?.filter(isUnnamedTarget).map(({ target }) => target.id));
  const names = useNamesWithTargets(known, [...unnamed]);
  if (!items) return <LoadState data={items} error={error} lines={6} />;
  if (items.length === 0) {
    return (
      <EmptyState
        title={t("No matching changes")}
        description={t("No changes match these filters.")}
        action={<Button onClick={() => onFilters({})}>{t("Clear filters")}</Button>}
      />
    );
  }
  return (
    <div className="grid gap-3">
      <ol aria-label={t("Changes, newest first")} className="card divide-y divide-line">
        {items.map((entry) => (
          <AuditEntryItem
            key={entry.id}
            entry={entry}
            names={names}
            onOnly={(part) => onFilters({ ...filters, ...part })}
          />
        ))}
      </ol>
      <LoadMore {...more} />
    </div>
  );
}

const TARGET_TYPES = new Set(["monitor", "api_monitor", "journey"]);

/** Whether the entry is about a target, and its fields do not contain the name: a snooze, for example. */
function isUnnamedTarget(entry: AuditEntry): boolean {
  return TARGET_TYPES.has(entry.target.type) && nameOf(entry) === null;
}
