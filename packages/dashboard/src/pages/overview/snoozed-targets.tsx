import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import { Notice } from "../../components/notice.tsx";
import { useNow } from "../../components/use-now.ts";
import { targetPath } from "../../features/alerts/alert-labels.ts";
import { snoozeText } from "../../features/snooze/snooze-text.ts";

const NAMED_MAX = 5;

/** Which targets notify no one because they are snoozed. */
export function SnoozedTargets({ all }: { all: readonly Target[] }) {
  const nowMs = useNow();
  const snoozed = all.flatMap((target) => {
    const text = snoozeText(target.snooze, nowMs);
    return text === null ? [] : [{ target, text }];
  });
  if (snoozed.length === 0) return null;
  return (
    <Notice kind="hint">
      {snoozed.length === 1 ? "1 target is snoozed: " : `${snoozed.length} targets are snoozed: `}
      {snoozed.slice(0, NAMED_MAX).map(({ target, text }, index) => (
        <span key={target.id}>
          {index > 0 && ", "}
          <Link to={targetPath({ type: target.kind, id: target.id })} className="font-semibold underline">
            {target.name}
          </Link>{" "}
          {text}
        </span>
      ))}
      {snoozed.length > NAMED_MAX && ` and ${snoozed.length - NAMED_MAX} more`}.
    </Notice>
  );
}
