import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const locationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/locations",
    staticData: { command: t("Locations") },
    component: lazyRouteComponent(() => import("./locations-page.tsx"), "LocationsPage"),
  }),
] as const;
