import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const monitorRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors",
    staticData: { command: "Monitors" },
    component: lazyRouteComponent(() => import("./monitors-page.tsx"), "MonitorsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/monitors/new",
    staticData: { command: "New monitor" },
    component: lazyRouteComponent(() => import("./new-monitor-page.tsx"), "NewMonitorPage"),
  }),
] as const;
