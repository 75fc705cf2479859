import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { EvidenceSection } from "../../features/evidence/evidence-section.tsx";

const NOUNS = { monitor: "monitors", api_monitor: "api-monitors", journey: "journeys" } as const;

/** The evidence about the failure of an alert. Heartbeats have none, because no runner connects to them. */
export function AlertEvidence({ alert }: { alert: Alert }) {
  const { id, target, resolved_at: resolvedAt, triggered_at: triggeredAt } = alert;
  if (target.type === "heartbeat") return null;
  return (
    <EvidenceSection
      noun={NOUNS[target.type]}
      targetId={target.id}
      alertId={id}
      since={resolvedAt === null ? triggeredAt : null}
    />
  );
}
