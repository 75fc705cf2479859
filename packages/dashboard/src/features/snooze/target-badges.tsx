import type { Target } from "@vedette/contract/targets/targets.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { SnoozeBadge } from "./snooze-badge.tsx";

/** Beside the name of a target on its page: its status, and until when it is snoozed. */
export function TargetBadges({ target: { status, snooze } }: { target: Pick<Target, "status" | "snooze"> }) {
  return (
    <>
      <StatusBadge status={status} />
      <SnoozeBadge snooze={snooze} />
    </>
  );
}
