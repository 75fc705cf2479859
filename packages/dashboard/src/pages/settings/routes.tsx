import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../app/root-route.tsx";
import { t } from "../../language/t.ts";
import { auditFiltersOf } from "./audit-log/audit-filters.ts";

const getParentRoute = () => shellRoute;

export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: "/settings/organization",
    staticData: { command: t("Settings: organization") },
    component: lazyRouteComponent(() => import("./organization/organization-page.tsx"), "OrganizationPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/members",
    staticData: { command: t("Settings: members and invitations") },
    component: lazyRouteComponent(() => import("./members/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/api-keys",
    staticData: { command: t("Settings: API keys") },
    component: lazyRouteComponent(() => import("./api-keys/api-keys-page.tsx"), "ApiKeysPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/ci-trusts",
    staticData: { command: t("Settings: CI trusts") },
    component: lazyRouteComponent(() => import("./ci-trusts/ci-trusts-page.tsx"), "CiTrustsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/identity-providers",
    staticData: { command: "Settings: identity providers" },
    component: lazyRouteComponent(
      () => import("./identity-providers/identity-providers-page.tsx"),
      "IdentityProvidersPage",
    ),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/telemetry",
    staticData: { command: t("Settings: telemetry") },
    component: lazyRouteComponent(() => import("./telemetry/telemetry-page.tsx"), "TelemetryPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/device",
    // Only the address that a program shows leads here.
    validateSearch: ({ code }: Record<string, unknown>) => (typeof code === "string" ? { code } : {}),
    component: lazyRouteComponent(() => import("./device/device-page.tsx"), "DevicePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/audit-log",
    staticData: { command: t("Settings: audit log") },
    validateSearch: auditFiltersOf,
    component: lazyRouteComponent(() => import("./audit-log/audit-log-page.tsx"), "AuditLogPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/audit-streams",
    staticData: { command: "Settings: audit streams" },
    component: lazyRouteComponent(() => import("./audit-streams/audit-streams-page.tsx"), "AuditStreamsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/on-call",
    staticData: { command: t("Settings: on-call") },
    component: lazyRouteComponent(() => import("./on-call/on-call-settings-page.tsx"), "OnCallSettingsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/profile",
    staticData: { command: t("Settings: your profile") },
    component: lazyRouteComponent(() => import("./profile/profile-page.tsx"), "ProfilePage"),
  }),
] as const;
