import { createRouter } from "@tanstack/react-router";
import { Skeleton } from "../components/skeleton.tsx";
import { alertRoutes } from "../pages/alerts/routes.tsx";
import { apiMonitorRoutes } from "../pages/api-monitors/routes.tsx";
import { billingRoutes } from "../pages/billing/routes.tsx";
import { drillRoutes } from "../pages/drills/routes.tsx";
import { escalationPolicyRoutes } from "../pages/escalation-policies/routes.tsx";
import { getStartedRoutes } from "../pages/get-started/routes.tsx";
import { groupRoutes } from "../pages/groups/routes.tsx";
import { heartbeatRoutes } from "../pages/heartbeats/routes.tsx";
import { importRoutes } from "../pages/import/routes.tsx";
import { incidentRoutes } from "../pages/incidents/routes.tsx";
import { journeyRoutes } from "../pages/journeys/routes.tsx";
import { locationRoutes } from "../pages/locations/routes.tsx";
import { monitorRoutes } from "../pages/monitors/routes.tsx";
import { overviewRoutes } from "../pages/overview/routes.tsx";
import { reportRoutes } from "../pages/reports/routes.tsx";
import { scheduleRoutes } from "../pages/schedules/routes.tsx";
import { serviceHealthRoutes } from "../pages/service-health/routes.tsx";
import { settingsRoutes } from "../pages/settings/routes.tsx";
import { signInRoutes } from "../pages/sign-in/routes.tsx";
import { sloRoutes } from "../pages/slos/routes.tsx";
import { statusPageRoutes } from "../pages/status-pages/routes.tsx";
import { subscriberRoutes } from "../pages/status-pages/subscribers/routes.tsx";
import { targetRoutes } from "../pages/targets/routes.tsx";
import { trashRoutes } from "../pages/trash/routes.tsx";
import { variableRoutes } from "../pages/variables/routes.tsx";
import { wallRoutes } from "../pages/wall/routes.tsx";
import { ErrorPage } from "./error-page.tsx";
import { notFoundRoute, rootRoute, shellRoute } from "./root-route.tsx";

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  ...wallRoutes,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...journeyRoutes,
    ...monitorRoutes,
    ...alertRoutes,
    ...apiMonitorRoutes,
    ...billingRoutes,
    ...escalationPolicyRoutes,
    ...sloRoutes,
    ...reportRoutes,
    ...drillRoutes,
    ...getStartedRoutes,
    ...groupRoutes,
    ...heartbeatRoutes,
    ...importRoutes,
    ...incidentRoutes,
    ...locationRoutes,
    ...scheduleRoutes,
    ...serviceHealthRoutes,
    ...settingsRoutes,
    ...statusPageRoutes,
    ...subscriberRoutes,
    ...targetRoutes,
    ...trashRoutes,
    ...variableRoutes,
    notFoundRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: Skeleton,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
