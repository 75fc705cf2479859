import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { readHistorySearch } from "../../features/history/history-search.ts";
import { readCopySearch, readListSearch } from "../../features/targets/list/list-search.ts";
import { t } from "../../language/t.ts";
import { RUN_TABS, type RunTab } from "./run/run-tabs.ts";

export const journeyRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/journeys",
    validateSearch: readListSearch,
    staticData: { command: t("Journeys") },
    component: lazyRouteComponent(() => import("./journeys-page.tsx"), "JourneysPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/journeys/new",
    staticData: { command: t("Add journey"), role: "member" },
    validateSearch: readCopySearch,
    component: lazyRouteComponent(() => import("./form/new-journey-page.tsx"), "NewJourneyPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/journeys/$id",
    validateSearch: readHistorySearch,
    component: lazyRouteComponent(() => import("./journey-page.tsx"), "JourneyPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/journeys/$id/edit",
    staticData: { role: "member" },
    component: lazyRouteComponent(() => import("./form/edit-journey-page.tsx"), "EditJourneyPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/journeys/$id/runs/$runId",
    validateSearch: ({ tab }): { tab?: RunTab } => {
      const known = RUN_TABS.find((one) => one === tab);
      return known ? { tab: known } : {};
    },
    component: lazyRouteComponent(() => import("./run/run-page.tsx"), "RunPage"),
  }),
] as const;
