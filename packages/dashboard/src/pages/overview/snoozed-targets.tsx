import { Link } from "@tanstack/react-router";
import type { TargetSummary } from "@vedette/contract/targets/target-summary.ts";
import { Notice } from "../../components/notice.tsx";
import { useNow } from "../../components/use-now.ts";
import { targetPath } from "../../features/alerts/alert-labels.ts";
import { snoozeText } from "../../features/snooze/snooze-text.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** Which targets notify no one because they are snoozed. */
export function SnoozedTargets({ snoozed }: Pick<TargetSummary, "snoozed">) {
  const nowMs = useNow();
  const named = snoozed.targets.flatMap((target) => {
    const text = snoozeText(target.snooze, nowMs);
    return text === null ? [] : [{ target, text }];
  });
  if (named.length === 0) return null;
  const others = snoozed.total - snoozed.targets.length;
  const count = named.length + others;
  return (
    <Notice kind="hint">
      {count === 1 ? "1 target is snoozed: " : `${count.toLocaleString(LOCALE)} targets are snoozed: `}
      {named.map(({ target, text }, index) => (
        <span key={target.id}>
          {index > 0 && ", "}
          <Link to={targetPath({ type: target.kind, id: target.id })} className="font-semibold underline">
            {target.name}
          </Link>{" "}
          {text}
        </span>
      ))}
      {others > 0 && t(" and {others, number} more", { others })}.
    </Notice>
  );
}
