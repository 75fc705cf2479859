import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

const getParentRoute = () => shellRoute;

export const billingRoutes = [
  createRoute({
    getParentRoute,
    path: "/settings/billing",
    staticData: { command: t("Settings: usage") },
    validateSearch: ({ taken }: Record<string, unknown>): { taken?: string } =>
      typeof taken === "string" ? { taken } : {},
    component: lazyRouteComponent(() => import("./billing-page.tsx"), "BillingPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/billing/checkout/$checkoutId",
    validateSearch: ({ org }: Record<string, unknown>): { org?: string } =>
      typeof org === "string" ? { org } : {},
    component: lazyRouteComponent(() => import("./checkout-page.tsx"), "CheckoutPage"),
  }),
] as const;
