import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";
import { readSloFilters } from "./slo-filters.ts";

const getParentRoute = () => shellRoute;

export const sloRoutes = [
  createRoute({
    getParentRoute,
    path: "/slos",
    staticData: { command: t("SLOs") },
    validateSearch: readSloFilters,
    component: lazyRouteComponent(() => import("./slos-page.tsx"), "SlosPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/slos/new",
    staticData: { command: t("Add SLO"), role: "member" },
    component: lazyRouteComponent(() => import("./slo-edit-page.tsx"), "NewSloPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/slos/$id",
    component: lazyRouteComponent(() => import("./slo-page.tsx"), "SloPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/slos/$id/edit",
    component: lazyRouteComponent(() => import("./slo-edit-page.tsx"), "EditSloPage"),
  }),
] as const;
