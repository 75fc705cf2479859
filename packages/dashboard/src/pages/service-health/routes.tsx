import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const serviceHealthRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/service-health",
    staticData: { command: t("Service health") },
    component: lazyRouteComponent(() => import("./service-health-page.tsx"), "ServiceHealthPage"),
  }),
] as const;
