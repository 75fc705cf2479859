import type { IconName } from "../components/icon.tsx";

/** A place of the navigation. It is shown once the page is there. */
export type NavItem = {
  label: string;
  to: string;
  icon: IconName;
  within?: readonly Omit<NavItem, "icon">[];
};

const PLACES: readonly NavItem[] = [
  { label: "Overview", to: "/", icon: "overview" },
  { label: "Monitors", to: "/monitors", icon: "monitor" },
  { label: "API monitors", to: "/api-monitors", icon: "api" },
  { label: "Journeys", to: "/journeys", icon: "journey" },
  {
    label: "Alerts",
    to: "/alerts",
    icon: "alert",
    within: [
      { label: "Rules", to: "/alerts/rules" },
      { label: "Channels", to: "/alerts/channels" },
      { label: "Maintenance", to: "/alerts/maintenance" },
    ],
  },
  { label: "Variables", to: "/variables", icon: "variable" },
  { label: "Locations", to: "/locations", icon: "location" },
  {
    label: "Settings",
    to: "/settings/organization",
    icon: "settings",
    within: [
      { label: "Members", to: "/settings/members" },
      { label: "API keys", to: "/settings/api-keys" },
      { label: "Plan and usage", to: "/settings/billing" },
      { label: "Audit log", to: "/settings/audit-log" },
      { label: "Profile", to: "/settings/profile" },
    ],
  },
];

/** The places that have a page. */
export function placesWithPage(paths: ReadonlySet<string>): NavItem[] {
  return PLACES.flatMap((place) => {
    const within = (place.within ?? []).filter(({ to }) => paths.has(to));
    if (paths.has(place.to)) return [{ ...place, within }];
    const [first] = within;
    return first ? [{ ...place, to: first.to, within }] : [];
  });
}
