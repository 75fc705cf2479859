import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { CheckoutOffer } from "@vedette/contract/billing/billing.ts";
import { useEffect, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi, useSession } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { limitLines, priceText } from "./plan-labels.ts";

const route = getRouteApi("/shell/billing/checkout/$checkoutId");

/** Confirms a plan change on a server without a payment service. The link can be used once. */
export function CheckoutPage() {
  const { org } = route.useSearch();
  const { organization, organizations, switchOrganization } = useSession();
  const isOtherOrganization = org !== undefined && organization !== null && organization.id !== org;
  const isMember = organizations.some(({ id }) => id === org);
  useEffect(() => {
    if (isOtherOrganization && isMember && org) switchOrganization(org);
  }, [isOtherOrganization, isMember, org, switchOrganization]);
  return (
    <>
      <PageHeader title={t("Change plan")} lead={organization?.name} />
      {organization === null || (isOtherOrganization && isMember) ? (
        <Skeleton />
      ) : isOtherOrganization ? (
        <Notice>{t("You are not a member of the organization that this link belongs to.")}</Notice>
      ) : (
        <Checkout organizationName={organization.name} />
      )}
    </>
  );
}

function Checkout({ organizationName }: { organizationName: string }) {
  const api = useApi();
  const { checkoutId: id } = route.useParams();
  const [signature] = useState(() => window.location.hash.slice(1));
  const { data, error } = useQuery({
    queryKey: keys.other("billing", "checkout", id),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/billing/checkout/{id}", { params: { path: { id } }, signal })),
  });
  if (error)
    return (
      <Notice>
        {asApiError(error).code === "NOT_FOUND"
          ? t(
              "This link is not valid for your account. Only the person who started the plan change can complete it.",
            )
          : asApiError(error).message}
      </Notice>
    );
  if (!data) return <Skeleton />;
  return <OfferCard offer={data} signature={signature} organizationName={organizationName} />;
}

type OfferCardProps = { offer: CheckoutOffer; signature: string; organizationName: string };

function OfferCard({ offer: { id, plan, pauses, ...offer }, signature, organizationName }: OfferCardProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, error, onSubmit } = useSubmission(async () => {
    const { paused, resumed } = await dataOf(
      api.POST("/api/v1/billing/checkout/{id}/confirm", { params: { path: { id } }, body: { signature } }),
    );
    toast(
      [
        t("{organizationName} is now on {name}.", { organizationName, name: plan.name }),
        paused > 0 && t("{paused} paused.", { paused }),
        resumed > 0 && t("{resumed} resumed.", { resumed }),
      ]
        .filter(Boolean)
        .join(" "),
    );
    await queries.invalidateQueries();
    await navigate({ to: "/settings/billing", replace: true });
  });
  const isExpired = offer.is_used || Date.parse(offer.expires_at) < Date.now();
  return (
    <form onSubmit={onSubmit} className="card grid max-w-xl gap-4 p-5 sm:p-6">
      <div>
        <h2>{plan.name}</h2>
        <p className="text-soft">
          {t("{price}. This server does not take payments. The plan changes immediately.", {
            price: priceText(plan.price),
          })}
        </p>
      </div>
      <ul className="grid list-disc gap-1 ps-5">
        {limitLines(plan.limits).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {pauses > 0 && (
        <Notice kind="warning">
          {t(
            "You are over the limit of this plan: the newest {pauses} of your targets will be paused. Nothing is deleted.",
            { pauses },
          )}
        </Notice>
      )}
      {isExpired && <Notice>{t("This link was already used or has expired. Select the plan again.")}</Notice>}
      {error && <Notice>{error.message}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Link to="/settings/billing" className={buttonClass()}>
          {t("Back")}
        </Link>
        <Button type="submit" variant="primary" disabled={isExpired} busy={isBusy && t("Changing …")}>
          {t("Change to {name}", { name: plan.name })}
        </Button>
      </div>
    </form>
  );
}
