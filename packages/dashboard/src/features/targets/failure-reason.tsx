import type { Target } from "@vedette/contract/targets/targets.ts";
import { toneTextClass } from "../../components/status-badge.tsx";
import { sentenceOf } from "../../format.ts";

/** Why a monitor is not up, according to the last checks. */
export function FailureReason({ target }: { target: Pick<Target, "status" | "failures"> }) {
  const { status, failures } = target;
  if (status !== "down" && status !== "degraded" && status !== "unknown") return null;
  const [first, ...others] = Object.entries(failures);
  if (!first) return null;
  const [location, message] = first;
  return (
    <span className={`mt-0.5 block text-[0.8125rem] ${toneTextClass(status)}`}>
      {sentenceOf(message)}
      {others.length > 0 && ` (${location} and ${others.length} more)`}
    </span>
  );
}
