import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EscalationPolicy } from "@vedette/contract/on-call/escalation-policies.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { NamedListTable } from "../../components/named-list-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import type { Column } from "../../components/table.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { policyText } from "./policy-text.ts";
import { usePolicies } from "./use-policies.ts";
import { useTargetNames } from "./use-target-names.ts";

/** Lists the escalation policies. */
export function PoliciesPage() {
  const { data: policies, error } = usePolicies();
  const { nameOf } = useTargetNames();
  const policyNames = new Map(policies?.map(({ id, name }) => [id, name]));
  const name: Column<EscalationPolicy> = {
    id: "name",
    title: t("Policy"),
    cell(policy) {
      const fallbackName = policyNames.get(policy.fallback_policy_id ?? "") ?? null;
      return <PolicyCell policy={policy} text={policyText({ ...policy, fallbackName }, nameOf)} />;
    },
  };
  return (
    <>
      <PageHeader
        title={t("Escalation policies")}
        lead={t("Whom to notify of an alert, and whom next if no one acknowledges it.")}
        actions={
          <ForRole>
            <Link to="/escalation-policies/new" className={buttonClass("primary")}>
              {t("Add policy")}
            </Link>
          </ForRole>
        }
      />
      <NamedListTable
        caption={t("Escalation policies")}
        columns={[name, ...COLUMNS]}
        rows={policies}
        error={error}
        empty={{
          title: t("No escalation policies yet"),
          description: t("Add one, and choose it in an alert rule beside or in place of channels."),
        }}
      />
    </>
  );
}

const COLUMNS: readonly Column<EscalationPolicy>[] = [
  {
    id: "steps",
    title: t("Steps"),
    isNumber: true,
    cell: ({ steps }) => (
      <Count
        count={steps.length}
        unit={t("{count, plural, one {step} other {steps}}", { count: steps.length })}
      />
    ),
  },
  {
    id: "rules",
    title: t("Rules"),
    isNumber: true,
    cell: ({ rule_count: count }) => (
      <Count count={count} unit={t("{count, plural, one {rule} other {rules}}", { count })} />
    ),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    cell: (policy) => (
      <ForRole>
        <DeletePolicy policy={policy} />
      </ForRole>
    ),
  },
];

/** On phones the columns have no titles. */
function Count({ count, unit }: { count: number; unit: string }) {
  return (
    <>
      {count.toLocaleString(LOCALE)}
      <span className="md:hidden">{` ${unit}`}</span>
    </>
  );
}

function PolicyCell({ policy, text }: { policy: EscalationPolicy; text: string }) {
  return (
    <div className="wrap-anywhere">
      <Link
        to="/escalation-policies/$id"
        params={{ id: policy.id }}
        className="font-semibold hover:underline"
      >
        {policy.name}
      </Link>
      <span className="block text-[0.8125rem] text-soft">{text}</span>
      {policy.warnings.map((warning) => (
        <span key={warning} className="block text-[0.8125rem] text-degraded">
          {warning}
        </span>
      ))}
    </div>
  );
}

function DeletePolicy({ policy: { id, name } }: { policy: EscalationPolicy }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <div className="flex justify-end">
      <DeleteButton
        name={name}
        noun={t("policy")}
        description={t("Running escalations go on as they are. A policy that a rule uses cannot be deleted.")}
        onDelete={async () => {
          await api.DELETE("/api/v1/escalation-policies/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("escalation-policies") });
        }}
      />
    </div>
  );
}
