import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf, type Schema } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Notice } from "../../components/notice.tsx";
import { limitLines, priceText } from "./plan-labels.ts";

/** The plans that are offered, side by side; admins take one of them at the page that the server names. */
export function PlanCards({ plans }: { plans: readonly Schema<"Plan">[] }) {
  const api = useApi();
  const { reaches } = useRole();
  const [leaving, setLeaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function take(planId: string): Promise<void> {
    setLeaving(planId);
    setProblem(null);
    try {
      const { url } = await dataOf(api.POST("/api/v1/billing/checkout", { body: { plan_id: planId } }));
      window.location.assign(url);
    } catch (error) {
      setProblem(asApiError(error).message);
      setLeaving(null);
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
              <p className="flex min-h-9 items-center font-semibold">Your plan</p>
            ) : (
              reaches("admin") && (
                <Button
                  variant="primary"
                  aria-label={`Choose ${plan.name}`}
                  busy={leaving === plan.id && "One moment …"}
                  onClick={() => void take(plan.id)}
                >
                  Choose
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
