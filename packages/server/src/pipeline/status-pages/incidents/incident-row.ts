import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ComponentStatus, Impact, IncidentStatus } from "@vedette/contract/status-pages/status-words.ts";

/** Rows of incidents of status pages. */

export type PageIncidentRow = {
  id: string;
  org_id: OrgId;
  page_id: string;
  public_id: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  published: boolean;
  is_automatic: boolean;
  postmortem: string | null;
  started_at: Date;
  resolved_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

/** A component that an update names, and the status that it sets. */
export type AffectedComponent = { id: string; status: ComponentStatus };

export type IncidentUpdateRow = {
  id: string;
  org_id: OrgId;
  incident_id: string;
  public_id: string;
  status: IncidentStatus;
  message: string;
  components: AffectedComponent[];
  notify: boolean;
  at: Date;
  posted_at: Date;
  edited_at: Date | null;
  created_by: string;
};
