import type { OrgId } from "@vedette/contract/common/ids.ts";
import type {
  IncidentSeverity,
  IncidentSource,
  IncidentState,
} from "@vedette/contract/incidents/incident-limits.ts";
import type { IncidentTimeline } from "@vedette/contract/incidents/incident-timeline.ts";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";

/** Rows of incidents and of their alerts. */

/** What the sender of a webhook said; `resolved_at` if it said that it is over. */
export type InboundFacts = Omit<NonNullable<Incident["inbound"]>, "dedup_key"> & {
  resolved_at: string | null;
};

export type IncidentRow = {
  id: string;
  org_id: OrgId;
  number: number;
  title: string;
  severity: IncidentSeverity;
  state: IncidentState;
  source: IncidentSource;
  lead_id: string | null;
  started_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  mitigated_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  postmortem: string | null;
  inbound: InboundFacts | null;
  dedup_key: string | null;
  /** The automatic entries, once they are stored. */
  timeline: IncidentTimeline | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

export type IncidentAlertRow = {
  incident_id: string;
  alert_id: string;
  reason: string;
  title: string;
  severity: "critical" | "warning";
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  triggered_at: Date;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  resolved_at: Date | null;
};

/** Who opened or resolved an incident that no person did. */
export const SYSTEM_ACTOR = "system";
export const AUTO = "auto";
