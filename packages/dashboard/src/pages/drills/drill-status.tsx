import type { Escalation, EscalationReceipt } from "@vedette/contract/on-call/escalations.ts";
import { StatusBadge } from "../../components/status-badge.tsx";

export function DrillStatus({ escalation }: { escalation: Pick<Escalation, "state"> }) {
  return escalation.state === "running" ? (
    <StatusBadge status="pending" word="Running" />
  ) : (
    <StatusBadge status="paused" word="Ended" />
  );
}

const RECEIPTS = {
  pending: { status: "pending", word: "Waiting" },
  sent: { status: "up", word: "Sent" },
  failed: { status: "down", word: "Failed" },
  discarded: { status: "paused", word: "Not sent" },
} as const;

export function ReceiptStatus({ status }: Pick<EscalationReceipt, "status">) {
  return <StatusBadge {...RECEIPTS[status]} />;
}
