import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

export const trashRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/trash",
    staticData: { command: t("Trash") },
    component: lazyRouteComponent(() => import("./trash-page.tsx"), "TrashPage"),
  }),
] as const;
