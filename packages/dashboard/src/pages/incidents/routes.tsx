import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";
import { readIncidentFilters } from "./incident-filters.ts";

const getParentRoute = () => shellRoute;

export const incidentRoutes = [
  createRoute({
    getParentRoute,
    path: "/incidents",
    staticData: { command: t("Incidents") },
    validateSearch: readIncidentFilters,
    component: lazyRouteComponent(() => import("./incidents-page.tsx"), "IncidentsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/incidents/settings",
    staticData: { command: t("Incident settings") },
    component: lazyRouteComponent(() => import("./incident-settings-page.tsx"), "IncidentSettingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/incidents/$id",
    component: lazyRouteComponent(() => import("./incident-page.tsx"), "IncidentPage"),
  }),
] as const;
