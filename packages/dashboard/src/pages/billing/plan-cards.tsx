import type { OfferedPlan } from "@vedette/contract/billing/billing.ts";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { limitLines, priceText } from "./plan-labels.ts";

/** The available plans. Selecting one opens the checkout page that the server returns. */
export function PlanCards({ plans }: { plans: readonly OfferedPlan[] }) {
  const api = useApi();
  const { reaches } = useRole();
  const [checkingOut, setCheckingOut] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function startCheckout(planId: string): Promise<void> {
    setCheckingOut(planId);
    setProblem(null);
    try {
      const { url } = await dataOf(api.POST("/api/v1/billing/checkout", { body: { plan_id: planId } }));
      window.location.assign(url);
    } catch (error) {
      setProblem(asApiError(error).message);
      setCheckingOut(null);
    }
  }

  return (
    <div className="grid gap-4">
      {problem && <Notice>{problem}</Notice>}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className={`grid grid-rows-[auto_1fr_auto] gap-4 rounded-xl border p-4 ${plan.is_current ? "border-accent bg-accent-ground" : "border-line bg-surface"}`}
          >
            <div>
              <h3 className="font-semibold">{plan.name}</h3>
              <p className="font-semibold tabular-nums">{priceText(plan.price)}</p>
              {plan.description !== "" && <p className="text-soft">{plan.description}</p>}
            </div>
            <ul className="grid content-start gap-1 text-[0.875rem]">
              {limitLines(plan.limits).map((line) => (
                <li key={line} className="flex items-start gap-2">
                  <Icon name="check" className="mt-0.5 flex-none text-up" />
                  <span>{line}</span>
                </li>
              ))}
            </ul>
            {plan.is_current ? (
              <p className="flex min-h-9 items-center font-semibold">{t("Current plan")}</p>
            ) : (
              reaches("admin") && (
                <Button
                  variant="primary"
                  aria-label={t("Select {name}", { name: plan.name })}
                  busy={checkingOut === plan.id && t("Opening …")}
                  onClick={() => void startCheckout(plan.id)}
                >
                  {t("Select")}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
