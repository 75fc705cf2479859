import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readPastSearch } from "./past-search.ts";

export const pastStateRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/past-state",
    staticData: { command: "Past state" },
    validateSearch: readPastSearch,
    component: lazyRouteComponent(() => import("./past-state-page.tsx"), "PastStatePage"),
  }),
] as const;
