import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../../app/root-route.tsx";
import { readSubscriberSearch } from "./subscriber-search.ts";

export const subscriberRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/status-pages/$pageId/subscribers",
    staticData: { role: "member" },
    validateSearch: readSubscriberSearch,
    component: lazyRouteComponent(() => import("./subscribers-page.tsx"), "SubscribersPage"),
  }),
] as const;
