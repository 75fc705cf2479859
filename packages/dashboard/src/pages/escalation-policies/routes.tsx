import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

const getParentRoute = () => shellRoute;

export const escalationPolicyRoutes = [
  createRoute({
    getParentRoute,
    path: "/escalation-policies",
    staticData: { command: t("Escalation policies") },
    component: lazyRouteComponent(() => import("./policies-page.tsx"), "PoliciesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/escalation-policies/new",
    staticData: { command: t("Add escalation policy"), role: "member" },
    component: lazyRouteComponent(() => import("./policy-page.tsx"), "NewPolicyPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/escalation-policies/$id",
    component: lazyRouteComponent(() => import("./policy-page.tsx"), "PolicyPage"),
  }),
] as const;
