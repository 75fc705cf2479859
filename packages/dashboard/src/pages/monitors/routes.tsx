import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readCopySearch, readListSearch } from "../../features/targets/list/list-search.ts";
import { t } from "../../language/t.ts";
import { readMonitorSearch } from "./list/monitor-search.ts";

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors",
    staticData: { command: t("Monitors") },
    validateSearch: readListSearch,
    component: lazyRouteComponent(() => import("./list/monitors-page.tsx"), "MonitorsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors/new",
    staticData: { command: t("Add monitor"), role: "member" },
    validateSearch: readCopySearch,
    component: lazyRouteComponent(() => import("./form/new-monitor-page.tsx"), "NewMonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors/$id",
    validateSearch: readMonitorSearch,
    component: lazyRouteComponent(() => import("./detail/monitor-page.tsx"), "MonitorPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors/$id/edit",
    staticData: { role: "member" },
    component: lazyRouteComponent(() => import("./form/edit-monitor-page.tsx"), "EditMonitorPage"),
  }),
] as const;
