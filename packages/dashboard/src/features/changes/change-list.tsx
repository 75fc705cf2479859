import type { ChangeKind, TargetChange } from "@vedette/contract/changes/changes.ts";
import type { ReactNode } from "react";
import { absoluteTime, TimeAgo } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";

const KIND_LABELS: Record<ChangeKind, string> = {
  observed: t("Seen by checks"),
  deploy: t("Deploy"),
  edit: t("Edit"),
  variable: t("Variable"),
  rule: t("Alert rule"),
  update: t("Update"),
};

type ChangeListProps<T extends TargetChange> = {
  label: string;
  changes: readonly T[];
  /** What else is said of a change, such as its rank. */
  note?(change: T): ReactNode;
};

/** What changed, each with its time and who or what saw it. */
export function ChangeList<T extends TargetChange>({ label, changes, note }: ChangeListProps<T>) {
  return (
    <ol className="card divide-y divide-line" aria-label={label}>
      {changes.map((change) => (
        <li key={change.id} className="grid gap-1 px-4 py-3">
          <p className="wrap-anywhere">
            {change.url === null ? (
              change.summary
            ) : (
              <a href={change.url} className="text-accent underline" rel="noreferrer" target="_blank">
                {change.summary}
              </a>
            )}
          </p>
          <p className="text-[0.8125rem] text-soft">
            {[KIND_LABELS[change.kind], change.by, change.locations.join(", ")].filter(Boolean).join(" · ")} ·{" "}
            <span title={absoluteTime(change.at)}>
              <TimeAgo at={change.at} />
            </span>
            {note && <> · {note(change)}</>}
          </p>
        </li>
      ))}
    </ol>
  );
}
