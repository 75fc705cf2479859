import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const groupRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/groups",
    staticData: { command: t("Groups") },
    component: lazyRouteComponent(() => import("./groups-page.tsx"), "GroupsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/groups/$id",
    component: lazyRouteComponent(() => import("./group-page.tsx"), "GroupPage"),
  }),
] as const;
