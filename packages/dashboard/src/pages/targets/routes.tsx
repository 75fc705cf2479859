import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readListSearch } from "../../features/targets/list/list-search.ts";

export const targetRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/targets",
    staticData: { command: "All targets" },
    validateSearch: readListSearch,
    component: lazyRouteComponent(() => import("./targets-page.tsx"), "TargetsPage"),
  }),
] as const;
