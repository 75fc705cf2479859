import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";

export const trashRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/trash",
    staticData: { command: "Trash" },
    component: lazyRouteComponent(() => import("./trash-page.tsx"), "TrashPage"),
  }),
] as const;
