import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/",
    staticData: { command: "Overview" },
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
] as const;
