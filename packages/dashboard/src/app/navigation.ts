import type { IconName } from "../components/icon.tsx";

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
  { label: "Overview", to: "/", icon: "overview" },
  { label: "All targets", to: "/targets", icon: "menu" },
  { label: "Monitors", to: "/monitors", icon: "monitor" },
  { label: "API monitors", to: "/api-monitors", icon: "api" },
  { label: "Journeys", to: "/journeys", icon: "journey" },
  { label: "Heartbeats", to: "/heartbeats", icon: "heartbeat" },
  { label: "Groups", to: "/groups", icon: "group" },
  { label: "SLOs", to: "/slos", icon: "slo", children: [{ label: "Reports", to: "/reports" }] },
  {
    label: "Alerts",
    to: "/alerts",
    icon: "alert",
    children: [
      { label: "Rules", to: "/alerts/rules" },
      { label: "Channels", to: "/alerts/channels" },
      { label: "Escalation policies", to: "/escalation-policies" },
      { label: "Maintenance", to: "/alerts/maintenance" },
    ],
  },
  {
    label: "Incidents",
    to: "/incidents",
    icon: "incident",
    children: [{ label: "Incident settings", to: "/incidents/settings" }],
  },
  {
    label: "On call",
    to: "/on-call",
    icon: "person",
    children: [{ label: "Schedules", to: "/schedules" }],
  },
  { label: "Status pages", to: "/status-pages", icon: "statusPage" },
  { label: "Variables", to: "/variables", icon: "variable" },
  { label: "Locations", to: "/locations", icon: "location" },
  {
    label: "Settings",
    to: "/settings/organization",
    icon: "settings",
    openBelow: "/settings/",
    children: [
      { label: "Members", to: "/settings/members" },
      { label: "API keys", to: "/settings/api-keys" },
      { label: "On-call settings", to: "/settings/on-call" },
      { label: "CI trusts", to: "/settings/ci-trusts" },
      { label: "Identity providers", to: "/settings/identity-providers" },
      { label: "Telemetry", to: "/settings/telemetry" },
      { label: "Usage", to: "/settings/billing" },
      { label: "Service health", to: "/settings/service-health" },
      { label: "Audit log", to: "/settings/audit-log" },
      { label: "Trash", to: "/settings/trash" },
      { label: "Profile", to: "/settings/profile" },
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
