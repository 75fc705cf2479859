import type { ListColumn } from "@vedette/contract/people/groupable-lists.ts";
import { t } from "../../../../language/t.ts";
import type { TargetListId } from "../target-lists.ts";

/** The columns of lists of targets that can be hidden. */

export const COLUMN_TITLES: Record<ListColumn, string> = {
  kind: t("Type"),
  status: t("Status"),
  history: t("Latest checks"),
  uptime: t("Uptime 24 h"),
  response: t("Response"),
  last_run: t("Last run"),
  tags: t("Tags"),
  group: t("Group"),
  owner: t("Owner"),
  location: t("Locations"),
  interval: t("Interval"),
  certificate: t("Certificate"),
  domain: t("Domain"),
  created: t("Created"),
};

const ABOUT = ["tags", "group", "owner", "location", "interval", "created"] as const;

/** Of monitors that use TLS. */
const EXPIRY = ["certificate", "domain"] as const;

/** The columns that a list has. */
export const COLUMNS_OF: Record<TargetListId, readonly ListColumn[]> = {
  targets: ["kind", "status", "history", "uptime", "response", ...EXPIRY, ...ABOUT],
  monitors: ["kind", "status", "history", "uptime", "response", ...EXPIRY, ...ABOUT],
  "api-monitors": ["status", "last_run", "response", ...ABOUT],
  journeys: ["status", "last_run", "response", ...ABOUT],
  heartbeats: ["status", "last_run", "response", "tags", "group", "owner", "created"],
};

export const DEFAULT_COLUMNS: Record<TargetListId, readonly ListColumn[]> = {
  targets: ["kind", "status", "response", "tags", "group"],
  monitors: ["status", "history", "uptime", "response", "tags"],
  "api-monitors": ["status", "last_run", "response", "tags", "interval"],
  journeys: ["status", "last_run", "response", "tags", "interval"],
  heartbeats: ["status", "last_run", "response", "tags", "group"],
};
