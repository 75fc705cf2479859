import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const variableRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/variables",
    staticData: { command: t("Variables") },
    component: lazyRouteComponent(() => import("./variables-page.tsx"), "VariablesPage"),
  }),
] as const;
