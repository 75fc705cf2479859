import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import type {
  ComponentStatus,
  Impact,
  IncidentStatus,
  MaintenanceStatus,
  PageImage,
} from "@vedette/contract/status-pages/status-words.ts";
import type { UptimeRange } from "../../results/observed/uptime-range.ts";
import type { BarDay } from "../components/bar-days.ts";
import type { PageSettings } from "../page-row.ts";

/**
 * What a page shows at one instant: everything that visitors may see, and nothing else. Names and addresses of targets
 * are not in it, and all IDs are public ones.
 */
export type PageSnapshot = {
  page: SnapshotPage;
  /** When the data was read. */
  asOfMs: number;
  /** The next time at which it changes without an event: the end of today, and bounds of maintenances. */
  nextChangeMs: number;
  status: ComponentStatus;
  /** The indicator: the worst of components and incidents. */
  impact: Impact;
  /** False if no component is measured now. */
  isMeasured: boolean;
  groups: readonly SnapshotGroup[];
  /** In the order of the page; those in groups too. */
  components: readonly SnapshotComponent[];
  /** Published and unresolved, newest first. */
  unresolved: readonly SnapshotIncident[];
  /** Resolved ones of the last days, newest first. */
  recent: readonly SnapshotIncident[];
  /** Open or to come, or of the last days; oldest first. */
  maintenances: readonly SnapshotMaintenance[];
};

export type SnapshotPage = Omit<PageSettings, "timezone" | "automatic"> & {
  publicId: string;
  slug: string;
  title: string;
  /** Markdown. */
  description: string;
  /** Address of the page without a slash at its end. */
  url: string;
  timezone: string;
  /** Whether a style sheet of the owner's own is served. */
  hasCustomCss: boolean;
  /** Hash of each image. */
  images: Partial<Record<PageImage, string>>;
  languages: readonly PageLanguage[];
  createdAtMs: number;
  /** The last change of the page, a component or an incident. */
  updatedAtMs: number;
};

export type SnapshotGroup = {
  publicId: string;
  name: string;
  description: string;
  position: number;
} & Stamps;

export type SnapshotComponent = {
  publicId: string;
  name: string;
  description: string;
  position: number;
  groupId: string | null;
  status: ComponentStatus;
  /** False while it has targets and none of them is measured. */
  isMeasured: boolean;
  onlyWhenBad: boolean;
  /** Oldest first, the last one is today; null for a component without targets. */
  days: readonly BarDay[] | null;
  figures: UptimeRange | null;
  /** Mean response time by hour in milliseconds, oldest first; null for an hour without one. */
  responseMs: readonly (number | null)[] | null;
  /** Positions in `responseMs` of the hours with time that was not measured. */
  unmeasuredHours: readonly number[];
} & Stamps;

type Stamps = { createdAtMs: number; updatedAtMs: number };

export type SnapshotIncident = {
  publicId: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  /** Markdown; null without one. */
  postmortem: string | null;
  startedAtMs: number;
  resolvedAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Newest first. */
  updates: readonly SnapshotUpdate[];
  /** Whether the incident has older updates too. */
  hasMoreUpdates: boolean;
  /** All components that an update named. */
  components: readonly AffectedName[];
};

/** A component by its public ID, with the name that visitors see. */
export type AffectedName = { publicId: string; name: string; status: ComponentStatus };

export type SnapshotUpdate = {
  publicId: string;
  status: IncidentStatus;
  /** Markdown. */
  message: string;
  atMs: number;
  postedAtMs: number;
  editedAtMs: number | null;
  components: readonly AffectedName[];
};

export type SnapshotMaintenance = {
  publicId: string;
  title: string;
  /** Markdown. */
  message: string;
  status: MaintenanceStatus;
  fromMs: number;
  toMs: number;
  components: readonly Pick<AffectedName, "publicId" | "name">[];
  /** Raised at each change of the window. */
  sequence: number;
} & Stamps;
