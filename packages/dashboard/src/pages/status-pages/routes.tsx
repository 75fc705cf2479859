import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";
import { readEditorSearch } from "./editor/editor-search.ts";

const getParentRoute = () => shellRoute;

export const statusPageRoutes = [
  createRoute({
    getParentRoute,
    path: "/status-pages",
    staticData: { command: t("Status pages") },
    component: lazyRouteComponent(() => import("./list/status-pages-page.tsx"), "StatusPagesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/status-pages/new",
    staticData: { command: t("Create status page"), role: "member" },
    component: lazyRouteComponent(() => import("./new/new-status-page.tsx"), "NewStatusPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/status-pages/$id",
    validateSearch: readEditorSearch,
    component: lazyRouteComponent(() => import("./editor/editor-page.tsx"), "EditorPage"),
  }),
] as const;
