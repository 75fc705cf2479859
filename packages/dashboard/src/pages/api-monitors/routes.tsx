import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readTargetSearch } from "../../features/targets/target-search.ts";

export const apiMonitorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors",
    validateSearch: readTargetSearch,
    staticData: { command: "API monitors" },
    component: lazyRouteComponent(() => import("./api-monitors-page.tsx"), "ApiMonitorsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/new",
    staticData: { command: "New API monitor", role: "member" },
    /** `copy` is the ID of the API monitor to copy. */
    validateSearch: ({ copy }: Record<string, unknown>): { copy?: string } =>
      typeof copy === "string" ? { copy } : {},
    component: lazyRouteComponent(() => import("./form/edit-page.tsx"), "NewApiMonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/$id",
    component: lazyRouteComponent(() => import("./api-monitor-page.tsx"), "ApiMonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/$id/edit",
    staticData: { role: "member" },
    component: lazyRouteComponent(() => import("./form/edit-page.tsx"), "EditApiMonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/$id/runs/$runId",
    component: lazyRouteComponent(() => import("./api-run-page.tsx"), "ApiRunPage"),
  }),
] as const;
