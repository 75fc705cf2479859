import type { IncidentSeverity, IncidentState } from "@vedette/contract/incidents/incident-limits.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import {
  INCIDENT_SEVERITY_TONES,
  INCIDENT_SEVERITY_WORDS,
  INCIDENT_STATE_TONES,
  INCIDENT_STATE_WORDS,
} from "./incident-labels.ts";

export function IncidentStateBadge({ state }: { state: IncidentState }) {
  return <StatusBadge status={INCIDENT_STATE_TONES[state]} word={INCIDENT_STATE_WORDS[state]} />;
}

export function IncidentSeverityBadge({ severity }: { severity: IncidentSeverity }) {
  return <StatusBadge status={INCIDENT_SEVERITY_TONES[severity]} word={INCIDENT_SEVERITY_WORDS[severity]} />;
}
