import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const importRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/import",
    staticData: { command: t("Import from another tool"), role: "member" },
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  }),
] as const;
