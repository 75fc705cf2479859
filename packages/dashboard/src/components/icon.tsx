/** Paths in a 20 × 20 view box, drawn in the text color. */
const PATHS = {
  overview: "M3 3h6v8H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 13h6v4H3z",
  monitor: "M2 11h4l2-6 4 10 2-4h4",
  api: "M7 4L2 10l5 6M13 4l5 6-5 6",
  group: "M2 5h6l2 2h8v9H2zM2 9h16",
  slo: "M3 3v14h14M3 6l5 2 4 4 5 1M3 13.500h14",
  journey: "M3 4h14v12H3zM3 8h14M6 6h.1M8.500 6h.1",
  heartbeat:
    "M10 17S2.500 12.500 2.500 7.500A3.700 3.700 0 0 1 10 6a3.700 3.700 0 0 1 7.500 1.500C17.500 12.500 10 17 10 17M5 10h2.500l1.500-2.500 2 4 1.500-1.500H15",
  alert: "M10 2.500a5 5 0 0 1 5 5v4l1.500 2.500h-13L5 11.500v-4a5 5 0 0 1 5-5M8 16.500h4",
  incident: "M10 2.500l8 14.500H2zM10 8v4M10 14.500v.1",
  statusPage: "M3 3h14v14H3zM3 7h14M6 11v3M8.500 11v3M11 11v3M13.500 11v3",
  variable: "M6 3C3 3 5 9 3 10c2 1 0 7 3 7M14 3c3 0 1 6 3 7-2 1 0 7-3 7M8 8l4 4M12 8l-4 4",
  location: "M10 18s6-5.500 6-10a6 6 0 1 0-12 0c0 4.500 6 10 6 10M10 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4",
  settings: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  search: "M9 3a6 6 0 1 0 0 12a6 6 0 1 0 0-12M13.500 13.500L17 17",
  menu: "M3 5h14M3 10h14M3 15h14",
  close: "M5 5l10 10M15 5L5 15",
  choose: "M6 8l4-4 4 4M6 12l4 4 4-4",
  person: "M10 3a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7M3 17c1-4 4-4.500 7-4.500s6 .5 7 4.500",
  check: "M4 10.500l4 4 8-9",
  copy: "M7 7h10v10H7zM13 7V3H3v10h4",
  live: "M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4M5 5a7 7 0 0 0 0 10M15 5a7 7 0 0 1 0 10",
  lost: "M3 3l14 14M10 9a2 2 0 0 1 1 3M5 6a7 7 0 0 0 0 8M14 5a7 7 0 0 1 1.500 8",
  plus: "M10 4v12M4 10h12",
  more: "M3.500 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M9.500 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M15.500 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0",
  drag: "M7.500 5h.1M7.500 10h.1M7.500 15h.1M12.500 5h.1M12.500 10h.1M12.500 15h.1",
  up: "M5 12l5-5 5 5",
  down: "M5 8l5 5 5-5",
  left: "M12 5l-5 5 5 5",
  right: "M8 5l5 5-5 5",
} as const;

export type IconName = keyof typeof PATHS;

/** They point to a side, which is the other one in languages that are written from right to left. */
const POINTING: ReadonlySet<IconName> = new Set<IconName>(["left", "right"]);

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={`size-4.5 flex-none fill-none stroke-current stroke-[1.7] [stroke-linecap:round] [stroke-linejoin:round] ${POINTING.has(name) ? "rtl:-scale-x-100" : ""} ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
