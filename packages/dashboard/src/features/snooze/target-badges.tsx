import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { MaintenanceBadge, NotifiedBadge } from "../targets/target-notices.tsx";
import { SnoozeBadge } from "./snooze-badge.tsx";

type TargetBadgesProps = { target: Pick<Target, "id" | "status" | "snooze"> };

/** Beside the name of a target on its page: status, maintenance, snooze, and whether anyone is notified. */
export function TargetBadges({ target: { id, status, snooze } }: TargetBadgesProps) {
  return (
    <>
      <StatusBadge status={status} />
      <MaintenanceBadge targetId={id} isStatus={status === "maintenance"} />
      <SnoozeBadge snooze={snooze} />
      <NotifiedBadge targetId={id} />
    </>
  );
}
