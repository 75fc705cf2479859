import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../app/root-route.tsx";
import { readWallSearch } from "./wall-search.ts";

/** Beside the shell: the wall has no navigation. */
export const wallRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/wall",
    validateSearch: readWallSearch,
    component: lazyRouteComponent(() => import("./signed-in-wall.tsx"), "SignedInWall"),
  }),
] as const;
