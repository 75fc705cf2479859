import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readHistorySearch } from "../../features/history/history-search.ts";
import { readCopySearch, readListSearch } from "../../features/targets/list/list-search.ts";
import { t } from "../../language/t.ts";

export const heartbeatRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/heartbeats",
    validateSearch: readListSearch,
    staticData: { command: t("Heartbeats") },
    component: lazyRouteComponent(() => import("./heartbeats-page.tsx"), "HeartbeatsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/heartbeats/new",
    staticData: { command: t("Add heartbeat"), role: "member" },
    validateSearch: readCopySearch,
    component: lazyRouteComponent(() => import("./form/new-heartbeat-page.tsx"), "NewHeartbeatPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/heartbeats/$id",
    validateSearch: readHistorySearch,
    component: lazyRouteComponent(() => import("./detail/heartbeat-page.tsx"), "HeartbeatPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/heartbeats/$id/edit",
    staticData: { role: "member" },
    component: lazyRouteComponent(() => import("./form/edit-heartbeat-page.tsx"), "EditHeartbeatPage"),
  }),
] as const;
