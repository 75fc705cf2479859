import type { Escalation, EscalationReceipt } from "@vedette/contract/on-call/escalations.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";

export function DrillStatus({ escalation }: { escalation: Pick<Escalation, "state"> }) {
  return escalation.state === "running" ? (
    <StatusBadge status="pending" word={t("Running")} />
  ) : (
    <StatusBadge status="paused" word={t("Ended")} />
  );
}

const RECEIPTS = {
  pending: { status: "pending", word: t("Waiting") },
  sent: { status: "up", word: t("Sent") },
  failed: { status: "down", word: t("Failed") },
  discarded: { status: "paused", word: t("Not sent") },
} as const;

export function ReceiptStatus({ status }: Pick<EscalationReceipt, "status">) {
  return <StatusBadge {...RECEIPTS[status]} />;
}
