import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const getStartedRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/get-started/notifications",
    staticData: { command: t("Set up notifications"), role: "member" },
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
] as const;
