import type { Group } from "@vedette/contract/targets/groups.ts";
import { StatusBadge, statusWord } from "../../components/status-badge.tsx";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";

export function GroupStatus({ status }: { status: Group["status"] }) {
  return status === null ? <span className="text-soft">{t("Empty")}</span> : <StatusBadge status={status} />;
}

/** The number of targets by status, the most urgent first. */
const ORDER = ["down", "degraded", "unknown", "maintenance", "pending", "up", "paused"] as const;

export function TargetCounts({ targets }: { targets: Group["targets"] }) {
  const counts = ORDER.flatMap((status) => {
    const count = targets[status];
    return count === undefined ? [] : [`${count} ${phraseInSentence(statusWord(status))}`];
  });
  return <span className="text-soft">{counts.length === 0 ? t("None") : counts.join(", ")}</span>;
}
