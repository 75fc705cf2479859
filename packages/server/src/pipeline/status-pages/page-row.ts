import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { PageLanguage } from "@vedette/contract/status-pages/page-languages.ts";
import { HISTORY_DAYS_DEFAULT } from "@vedette/contract/status-pages/page-limits.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import type { ComponentStatus, PageAccess } from "@vedette/contract/status-pages/status-words.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";

/** Rows of status pages. */

/** What the column `settings` holds: appearance, languages and figures. */
export type PageSettings = Pick<
  StatusPage,
  | "theme"
  | "colors"
  | "links"
  | "hide_branding"
  | "noindex"
  | "timezone"
  | "languages"
  | "default_language"
  | "history_days"
  | "min_incident_seconds"
  | "show"
  | "automatic"
>;

export const DEFAULT_SETTINGS: PageSettings = {
  theme: "system",
  colors: {},
  links: [],
  hide_branding: false,
  noindex: false,
  timezone: null,
  languages: [],
  default_language: "en" satisfies PageLanguage,
  history_days: HISTORY_DAYS_DEFAULT,
  min_incident_seconds: 0,
  show: { uptime: true, response_chart: false, component_values: true, subscribers: true },
  automatic: { incidents: "never", publish_after_seconds: 120 },
};

export type StatusPageRow = {
  id: string;
  org_id: OrgId;
  public_id: string;
  slug: string;
  title: string;
  description: string;
  published: boolean;
  access: PageAccess;
  password_hash: string | null;
  email_domains: string[];
  ip_allow: string[];
  access_version: number;
  feed_token_hash: Buffer | null;
  settings: PageSettings;
  custom_css: string;
  revision: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

export type PageGroupRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  public_id: string;
  name: string;
  description: string;
  position: number;
  created_at: Date;
  updated_at: Date;
};

export type PageComponentRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  public_id: string;
  group_id: string | null;
  name: string;
  internal_name: string | null;
  description: string;
  position: number;
  selector: Selector | null;
  rollup: GroupRollup;
  only_when_bad: boolean;
  status: ComponentStatus;
  created_at: Date;
  updated_at: Date;
};
