import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { monitorRoutes } from "../pages/monitors/routes.tsx";
import { signInRoutes } from "../pages/sign-in/routes.tsx";
import { rootRoute, shellRoute } from "./root-route.tsx";

/** Until there is an overview, the monitors are what people come for. */
const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/monitors", replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  shellRoute.addChildren([startRoute, ...monitorRoutes]),
]);

export const router = createRouter({ routeTree, defaultPreload: "intent", scrollRestoration: true });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
