import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readHistorySearch } from "../../features/history/history-search.ts";
import { readCopySearch, readListSearch } from "../../features/targets/list/list-search.ts";
import { t } from "../../language/t.ts";

export const apiMonitorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors",
    validateSearch: readListSearch,
    staticData: { command: t("API monitors") },
    component: lazyRouteComponent(() => import("./api-monitors-page.tsx"), "ApiMonitorsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/new",
    staticData: { command: t("Add API monitor"), role: "member" },
    validateSearch: readCopySearch,
    component: lazyRouteComponent(() => import("./form/edit-page.tsx"), "NewApiMonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/api-monitors/$id",
    validateSearch: readHistorySearch,
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
