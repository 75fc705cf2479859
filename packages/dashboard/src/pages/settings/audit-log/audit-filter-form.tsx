import { AUDIT_ACTIONS, type AuditAction } from "@vedette/contract/people/audit-actions.ts";
import { useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { useMembers } from "../members/use-members.ts";
import { type AuditFilters, auditFiltersOf } from "./audit-filters.ts";
import { actionLabel } from "./audit-labels.ts";

type AuditFilterFormProps = { filters: AuditFilters; onFilters(filters: AuditFilters): void };

const ACTION_OPTIONS: readonly { value: AuditAction | ""; label: string }[] = [
  { value: "", label: t("All changes") },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: actionLabel(action) })),
];

export function AuditFilterForm({ filters, onFilters }: AuditFilterFormProps) {
  const { organization } = useSession();
  const { items } = useMembers(organization?.id);
  const members = (items ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  const { actor = "" } = filters;
  // API keys and former members are not listed: they are selected from one of their entries.
  const isUnlisted = actor !== "" && !members.some(({ value }) => value === actor);
  const set = (part: Record<string, string>) => onFilters(auditFiltersOf({ ...filters, ...part }));
  return (
    <section aria-label={t("Filters")} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label={t("Action")}
          value={filters.action ?? ""}
          onValue={(action) => set({ action })}
          options={ACTION_OPTIONS}
          error={null}
        />
        <SelectField
          label={t("Actor")}
          value={actor}
          onValue={(chosen) => set({ actor: chosen })}
          options={[
            { value: "", label: t("Anyone") },
            ...members,
            ...(isUnlisted ? [{ value: actor, label: `${actor.slice(0, 8)}…` }] : []),
          ]}
          error={null}
        />
        <Field
          label={t("From")}
          type="date"
          value={filters.from ?? ""}
          onValue={(from) => set({ from })}
          error={null}
        />
        <Field
          label={t("To")}
          type="date"
          value={filters.to ?? ""}
          onValue={(to) => set({ to })}
          error={null}
        />
      </div>
      {Object.keys(filters).length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          {filters.target && (
            <span className="text-soft">
              <Message text="Only {id}." values={{ id: <code>{filters.target}</code> }} />
            </span>
          )}
          <Button variant="quiet" onClick={() => onFilters({})}>
            {t("Clear filters")}
          </Button>
        </div>
      )}
    </section>
  );
}
