import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const locationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/locations",
    staticData: { command: "Locations" },
    component: lazyRouteComponent(() => import("./locations-page.tsx"), "LocationsPage"),
  }),
] as const;
