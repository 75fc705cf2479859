import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const serviceHealthRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/service-health",
    staticData: { command: "Service health" },
    component: lazyRouteComponent(() => import("./service-health-page.tsx"), "ServiceHealthPage"),
  }),
] as const;
