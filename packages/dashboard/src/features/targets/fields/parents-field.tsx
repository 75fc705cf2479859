import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { IconButton } from "../../../components/button.tsx";
import { FieldFrame } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { TARGET_KIND_LABELS } from "../../alerts/alert-labels.ts";
import { useTargets } from "../target-names.tsx";
import { ALL_KINDS } from "../target-ref.ts";

type ParentsFieldProps = {
  /** Of the edited target. */
  kind: TargetKind;
  parents: readonly string[];
  onParents(parents: readonly string[]): void;
  error: string | null;
  ownId?: string | undefined;
};

const HINTS: Record<TargetKind, string> = {
  monitor: t("While a parent is down, this monitor sends no notifications."),
  api_monitor: t("While a parent is down, this API monitor sends no notifications."),
  journey: t("While a parent is down, this journey sends no notifications."),
  heartbeat: t("While a parent is down, this heartbeat sends no notifications."),
};

/** Targets that this one depends on: while a parent is down, alerts of this target send no notifications. */
export function ParentsField({ kind: ownKind, parents, onParents, error, ownId }: ParentsFieldProps) {
  const { targets } = useTargets(ALL_KINDS);
  // A parent that was not loaded is shown by its ID.
  const nameOf = (id: string) => targets.find((target) => target.id === id)?.name ?? id;
  const left = targets
    .filter(({ id }) => id !== ownId && !parents.includes(id))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="grid content-start gap-2">
      <FieldFrame label={t("Parents")} hint={HINTS[ownKind]} error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => event.target.value && onParents([...parents, event.target.value])}
          >
            <option value="">{t("Add a parent …")}</option>
            {ALL_KINDS.map((kind) => (
              <optgroup key={kind} label={TARGET_KIND_LABELS[kind]}>
                {left
                  .filter(({ type }) => type === kind)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </FieldFrame>
      {parents.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {parents.map((id) => (
            <li
              key={id}
              className="inline-flex items-center rounded-full bg-accent-ground ps-3 wrap-anywhere"
            >
              {nameOf(id)}
              <IconButton
                label={t("Remove the parent {name}", { name: nameOf(id) })}
                icon="close"
                onClick={() => onParents(parents.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
