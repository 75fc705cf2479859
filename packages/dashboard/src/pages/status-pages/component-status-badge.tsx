import type { ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";
import { COMPONENT_STATUS_LABELS, COMPONENT_STATUS_TONES } from "./status-labels.ts";

type ComponentStatusBadgeProps = {
  status: ComponentStatus;
  /** Whether a target is measured now; otherwise "operational" would be a guess. */
  isMeasured?: boolean;
};

/** The status of a component or of a whole page, in the words of its visitors. */
export function ComponentStatusBadge({ status, isMeasured = true }: ComponentStatusBadgeProps) {
  if (!isMeasured && status === "operational")
    return <StatusBadge status="unknown" word={t("Not measured")} />;
  return <StatusBadge status={COMPONENT_STATUS_TONES[status]} word={COMPONENT_STATUS_LABELS[status]} />;
}
