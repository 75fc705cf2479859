import type { IconName } from "../components/icon.tsx";
import { t } from "../language/t.ts";

/** An item of the navigation. It is shown only if its page exists. */
export type NavItem = {
  label: string;
  to: string;
  icon: IconName;
  children?: readonly Omit<NavItem, "icon">[];
  /** The children are listed only on pages below this path, so that all items fit into a window; absent: always. */
  openBelow?: string;
};

const NAV_ITEMS: readonly NavItem[] = [
  { label: t("Overview"), to: "/", icon: "overview" },
  { label: t("All targets"), to: "/targets", icon: "menu" },
  { label: t("Monitors"), to: "/monitors", icon: "monitor" },
  { label: t("API monitors"), to: "/api-monitors", icon: "api" },
  { label: t("Journeys"), to: "/journeys", icon: "journey" },
  { label: t("Heartbeats"), to: "/heartbeats", icon: "heartbeat" },
  { label: t("Groups"), to: "/groups", icon: "group" },
  { label: "SLOs", to: "/slos", icon: "slo", children: [{ label: t("Reports"), to: "/reports" }] },
  {
    label: t("Alerts"),
    to: "/alerts",
    icon: "alert",
    children: [
      { label: t("Rules"), to: "/alerts/rules" },
      { label: t("Channels"), to: "/alerts/channels" },
      { label: t("Escalation policies"), to: "/escalation-policies" },
      { label: t("Maintenance"), to: "/alerts/maintenance" },
    ],
  },
  {
    label: t("Incidents"),
    to: "/incidents",
    icon: "incident",
    children: [{ label: t("Incident settings"), to: "/incidents/settings" }],
  },
  {
    label: t("On call"),
    to: "/on-call",
    icon: "person",
    children: [{ label: t("Schedules"), to: "/schedules" }],
  },
  { label: t("Status pages"), to: "/status-pages", icon: "statusPage" },
  { label: t("Variables"), to: "/variables", icon: "variable" },
  { label: t("Locations"), to: "/locations", icon: "location" },
  {
    label: t("Settings"),
    to: "/settings/organization",
    icon: "settings",
    openBelow: "/settings/",
    children: [
      { label: t("Members"), to: "/settings/members" },
      { label: t("API keys"), to: "/settings/api-keys" },
      { label: t("On-call settings"), to: "/settings/on-call" },
      { label: t("CI trusts"), to: "/settings/ci-trusts" },
      { label: t("Identity providers"), to: "/settings/identity-providers" },
      { label: t("Telemetry"), to: "/settings/telemetry" },
      { label: t("Usage"), to: "/settings/billing" },
      { label: t("Service health"), to: "/settings/service-health" },
      { label: t("Audit log"), to: "/settings/audit-log" },
      { label: t("Audit streams"), to: "/settings/audit-streams" },
      { label: t("Trash"), to: "/settings/trash" },
      { label: t("Profile"), to: "/settings/profile" },
    ],
  },
];

/** The position of a page in the navigation. Pages that are not in it come last. */
export function navPosition(path: string): number {
  const paths = NAV_ITEMS.flatMap(({ to, children = [] }) => [to, ...children.map((child) => child.to)]);
  const position = paths.indexOf(path.replace(/\/new$/, ""));
  return position === -1 ? paths.length : position;
}

/** Returns the items whose page exists. */
export function navItemsWithPage(paths: ReadonlySet<string>): NavItem[] {
  return NAV_ITEMS.flatMap((item) => {
    const children = (item.children ?? []).filter(({ to }) => paths.has(to));
    if (paths.has(item.to)) return [{ ...item, children }];
    const [first] = children;
    return first ? [{ ...item, to: first.to, children }] : [];
  });
}
