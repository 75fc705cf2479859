import type { Target } from "@vedette/contract/targets/targets.ts";
import { toneTextClass } from "../../../../components/status-badge.tsx";
import { intervalText, sentenceOf } from "../../../../format.ts";
import { t } from "../../../../language/t.ts";

type SubLineProps = {
  target: Target;
  /** The label of its kind in a list of several kinds. */
  kind: string | null;
};

/** The second line of a row: why the target is not up, or where it is. */
export function SubLine({ target, kind }: SubLineProps) {
  const { status, address } = target;
  const reason = reasonOf(target);
  const about = [kind, address ?? whenText(target)].filter((part) => part !== null).join(" · ");
  return (
    <span
      dir="auto"
      title={reason ?? about}
      className={`block truncate text-[0.8125rem] max-md:line-clamp-3 max-md:whitespace-normal max-md:wrap-anywhere ${reason === null ? "text-soft" : toneTextClass(status)}`}
    >
      {reason ?? about}
    </span>
  );
}

function whenText({ kind, interval_seconds: seconds }: Target): string {
  if (seconds !== null) return t("Every {interval}", { interval: intervalText(seconds) });
  return kind === "heartbeat" ? t("Expects pings of a job") : t("Runs on demand");
}

/** Why a target is not up, according to the last checks. */
function reasonOf({ status, failures, status_reason: reason }: Target): string | null {
  if (status === "unknown" && reason !== null) return sentenceOf(reason);
  if (status !== "down" && status !== "degraded" && status !== "unknown") return null;
  const [first, ...others] = Object.entries(failures);
  if (!first) return null;
  const [location, message] = first;
  return others.length > 0
    ? t("{failure} ({location} and {count} more)", {
        failure: sentenceOf(message),
        location,
        count: others.length,
      })
    : sentenceOf(message);
}
