import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readListSearch } from "../../features/targets/list/list-search.ts";
import { t } from "../../language/t.ts";

export const targetRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/targets",
    staticData: { command: t("All targets") },
    validateSearch: readListSearch,
    component: lazyRouteComponent(() => import("./targets-page.tsx"), "TargetsPage"),
  }),
] as const;
