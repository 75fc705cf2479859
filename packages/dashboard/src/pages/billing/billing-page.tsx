import { getRouteApi } from "@tanstack/react-router";
import type { OfferedPlan, Usage } from "@vedette/contract/billing/billing.ts";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { useOffersPlans } from "../../app/visitor.tsx";
import { Button } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { SettingsSection } from "../settings/settings-section.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { lastDayText, planText } from "./plan-labels.ts";
import { UsageBars } from "./usage-bars.tsx";
import { usePlans, useUsage } from "./use-billing.ts";

/** The plan without limits. */
const SELF_HOSTED_PLAN = "self-hosted";

const route = getRouteApi("/shell/settings/billing");

/** Usage of the organization, and its plan if this server offers plans. */
export function BillingPage() {
  const offersPlans = useOffersPlans();
  const usage = useUsage();
  // A plan with limits may be left from when this server offered plans.
  const isLimited = usage.data !== undefined && usage.data.plan_id !== SELF_HOSTED_PLAN;
  if (offersPlans || isLimited) return <PlanAndUsage />;
  return (
    <>
      <PageHeader title={t("Usage")} lead={t("This server has no plans and no limits of plans.")} />
      <LoadState data={usage.data} error={usage.error} lines={6} />
      {usage.data && <UsageSection usage={usage.data} />}
    </>
  );
}

/** With a link to the billing portal if Stripe is configured. */
function PlanAndUsage() {
  const { taken } = route.useSearch();
  const usage = useUsage();
  const plans = usePlans();
  const { reaches } = useRole();
  const problem = usage.error ?? plans.error;
  const current = plans.data?.find((plan) => plan.is_current);
  return (
    <>
      <PageHeader
        title={t("Plan and usage")}
        lead={current && planText(current)}
        actions={reaches("admin") && usage.data?.subscription?.provider === "stripe" && <PortalButton />}
      />
      {problem ? (
        <Notice>{asApiError(problem).message}</Notice>
      ) : usage.data && plans.data ? (
        <div className="grid gap-6">
          <PlanNotices usage={usage.data} taken={plans.data.find(({ id }) => id === taken) ?? null} />
          <UsageSection usage={usage.data} />
          <SettingsSection
            title={t("Plans")}
            description={reaches("admin") ? null : t("Only admins and owners can change the plan.")}
          >
            <PlanCards plans={plans.data} />
          </SettingsSection>
        </div>
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}

function UsageSection({ usage }: { usage: Usage }) {
  return (
    <SettingsSection
      title={t("Usage this month")}
      description={t("Until {lastDay} (UTC). Includes deleted targets.", {
        lastDay: lastDayText(usage.period.to),
      })}
    >
      <UsageBars usage={usage} />
    </SettingsSection>
  );
}

/** Notices about a pending change, a failed payment and paused targets. */
function PlanNotices({ usage, taken }: { usage: Usage; taken: OfferedPlan | null }) {
  const { paused_by_plan: paused, subscription } = usage;
  const graceUntil = subscription?.status === "past_due" ? subscription.grace_until : null;
  return (
    <>
      {taken && !taken.is_current && (
        <Notice kind="hint">
          {t("The plan changes to {name} when the payment is confirmed, usually within seconds.", {
            name: taken.name,
          })}
        </Notice>
      )}
      {graceUntil && (
        <Notice kind="warning">
          {t(
            'The last payment failed. You keep the plan until {until}. Update your payment method under "Payment and invoices".',
            { until: new Date(graceUntil).toLocaleString(LOCALE) },
          )}
        </Notice>
      )}
      {paused > 0 && (
        <Notice kind="warning">
          {t(
            "{paused} of your targets are paused by the plan limit. No data is lost. Upgrade to resume them, or resume them yourself within the limit.",
            { paused },
          )}
        </Notice>
      )}
    </>
  );
}

function PortalButton() {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function open(): Promise<void> {
    setBusy(true);
    try {
      window.location.assign((await dataOf(api.GET("/api/v1/billing/portal"))).url);
    } catch (error) {
      setProblem(asApiError(error).message);
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button busy={isBusy && t("Opening …")} onClick={() => void open()}>
        {t("Payment and invoices")}
      </Button>
      {problem && <Notice>{problem}</Notice>}
    </div>
  );
}
