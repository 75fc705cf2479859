import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";
import { readAlertFilters } from "./alert-filters.ts";

const getParentRoute = () => shellRoute;

export const alertRoutes = [
  createRoute({
    getParentRoute,
    path: "/alerts",
    staticData: { command: t("Alerts") },
    validateSearch: readAlertFilters,
    component: lazyRouteComponent(() => import("./alerts-page.tsx"), "AlertsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/$id",
    component: lazyRouteComponent(() => import("./alert-page.tsx"), "AlertPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/rules",
    staticData: { command: t("Alert rules") },
    component: lazyRouteComponent(() => import("../alert-rules/rules-page.tsx"), "RulesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/rules/new",
    staticData: { command: t("Add alert rule"), role: "member" },
    component: lazyRouteComponent(() => import("../alert-rules/rule-page.tsx"), "NewRulePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/rules/$id",
    component: lazyRouteComponent(() => import("../alert-rules/rule-page.tsx"), "RulePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/rules/$id/tune",
    staticData: { role: "member" },
    component: lazyRouteComponent(() => import("../alert-rules/tune/tune-page.tsx"), "TunePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/channels",
    staticData: { command: t("Alert channels") },
    component: lazyRouteComponent(() => import("../alert-channels/channels-page.tsx"), "ChannelsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/channels/new",
    staticData: { command: t("Add alert channel"), role: "member" },
    component: lazyRouteComponent(() => import("../alert-channels/channel-page.tsx"), "NewChannelPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/channels/$id",
    component: lazyRouteComponent(() => import("../alert-channels/channel-page.tsx"), "ChannelPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/maintenance",
    staticData: { command: t("Maintenance") },
    component: lazyRouteComponent(() => import("../maintenance/maintenance-page.tsx"), "MaintenancePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/maintenance/new",
    staticData: { command: t("Add maintenance window"), role: "member" },
    component: lazyRouteComponent(() => import("../maintenance/window-page.tsx"), "NewWindowPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/alerts/maintenance/$id",
    component: lazyRouteComponent(() => import("../maintenance/window-page.tsx"), "WindowPage"),
  }),
] as const;
