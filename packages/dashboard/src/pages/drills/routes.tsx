import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

const getParentRoute = () => shellRoute;

export const drillRoutes = [
  createRoute({
    getParentRoute,
    path: "/escalation-policies/$id/drills",
    component: lazyRouteComponent(() => import("./drills-page.tsx"), "DrillsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/escalation-policies/$id/drills/$drillId",
    component: lazyRouteComponent(() => import("./drill-page.tsx"), "DrillPage"),
  }),
] as const;
