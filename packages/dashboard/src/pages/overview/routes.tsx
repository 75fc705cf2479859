import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readPastSearch } from "../../features/past/past-search.ts";
import { t } from "../../language/t.ts";

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/",
    staticData: { command: t("Overview") },
    validateSearch: readPastSearch,
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
] as const;
