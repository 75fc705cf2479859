import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { IncidentSeverity, IncidentSource } from "@vedette/contract/incidents/incident-limits.ts";
import { newId } from "../../platform/kernel/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { insertIncident } from "./incident-queries.ts";
import type { InboundFacts, IncidentRow } from "./incident-row.ts";

/** Opens incidents: for people, rules and webhooks. The caller has locked the incidents of the organization. */

export type NewIncidentRecord = {
  title: string;
  severity: IncidentSeverity;
  source: IncidentSource;
  startedAt: Date;
  by: string;
  leadId?: string | null;
  postmortem?: string | null;
  dedupKey?: string | null;
  inbound?: InboundFacts | null;
};

export async function openIncident(
  db: Db,
  orgId: OrgId,
  { input, nowMs }: { input: NewIncidentRecord; nowMs: number },
): Promise<IncidentRow> {
  const now = new Date(nowMs);
  const row = {
    id: newId(nowMs),
    org_id: orgId,
    title: input.title,
    severity: input.severity,
    state: "open" as const,
    source: input.source,
    lead_id: input.leadId ?? null,
    started_at: input.startedAt,
    acknowledged_at: null,
    acknowledged_by: null,
    mitigated_at: null,
    resolved_at: null,
    resolved_by: null,
    postmortem: input.postmortem ?? null,
    inbound: input.inbound ?? null,
    dedup_key: input.dedupKey ?? null,
    timeline: null,
    created_by: input.by,
    created_at: now,
    updated_at: now,
  };
  return { ...row, number: await insertIncident(db, row) };
}

/** What the audit log shows of an incident. */
export function toIncidentLog({ title, severity, state, lead_id, started_at, postmortem }: IncidentRow) {
  return { title, severity, state, lead_id, started_at: started_at.toISOString(), postmortem };
}
