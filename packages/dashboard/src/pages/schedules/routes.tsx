import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";

const getParentRoute = () => shellRoute;

export const scheduleRoutes = [
  createRoute({
    getParentRoute,
    path: "/on-call",
    staticData: { command: t("On call") },
    component: lazyRouteComponent(() => import("../on-call/on-call-page.tsx"), "OnCallPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/schedules",
    staticData: { command: t("Schedules") },
    component: lazyRouteComponent(() => import("./schedules-page.tsx"), "SchedulesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/schedules/new",
    staticData: { command: t("Add schedule"), role: "member" },
    component: lazyRouteComponent(() => import("./edit-schedule-page.tsx"), "NewSchedulePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/schedules/$id",
    component: lazyRouteComponent(() => import("./schedule-page.tsx"), "SchedulePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/schedules/$id/edit",
    component: lazyRouteComponent(() => import("./edit-schedule-page.tsx"), "EditSchedulePage"),
  }),
] as const;
