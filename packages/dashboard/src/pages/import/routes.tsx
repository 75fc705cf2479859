import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const importRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/import",
    staticData: { command: "Import from another tool", role: "member" },
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  }),
] as const;
