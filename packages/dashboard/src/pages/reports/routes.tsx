import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

const getParentRoute = () => shellRoute;

export const reportRoutes = [
  createRoute({
    getParentRoute,
    path: "/reports",
    staticData: { command: t("Reports"), role: "member" },
    component: lazyRouteComponent(() => import("./reports-page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/new",
    staticData: { command: t("Add report"), role: "member" },
    component: lazyRouteComponent(() => import("./report-edit-page.tsx"), "NewReportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/$id",
    component: lazyRouteComponent(() => import("./report-page.tsx"), "ReportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/reports/$id/edit",
    component: lazyRouteComponent(() => import("./report-edit-page.tsx"), "EditReportPage"),
  }),
] as const;
