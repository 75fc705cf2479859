import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const variableRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/variables",
    staticData: { command: "Variables" },
    component: lazyRouteComponent(() => import("./variables-page.tsx"), "VariablesPage"),
  }),
] as const;
