import { STEP_TARGETS_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import type { StepTarget } from "@vedette/contract/on-call/escalation-policies.ts";
import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { IconButton } from "../../components/button.tsx";
import { FieldFrame } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { keyOfTarget, type TargetNames } from "./use-target-names.ts";

type StepTargetsProps = {
  targets: readonly StepTarget[];
  names: TargetNames;
  path: string;
  error: ApiError | null;
  onTargets(targets: StepTarget[]): void;
};

const TYPE_LABELS = { user: t("Member"), schedule: t("On call"), channel: t("Channel"), all: t("Everyone") };

/** Whom a step notifies: schedules, members, channels or all members. */
export function StepTargets({ targets, names, path, error, onTargets }: StepTargetsProps) {
  const chosen = new Set(targets.map(keyOfTarget));
  const all = names.options.flatMap(({ options }) => options);
  const fieldError =
    fieldErrorOf(error, `${path}.notify`, t("Whom to notify")) ??
    fieldErrorWithin(error, `${path}.notify`, t("Whom to notify"));
  return (
    <div className="grid gap-2">
      <FieldFrame
        label={t("Notify")}
        hint={t("Who is on call in a schedule, members or channels.")}
        error={fieldError}
      >
        {(control) => (
          <select
            {...control}
            value=""
            disabled={targets.length >= STEP_TARGETS_MAX}
            onChange={(event) => {
              const option = all.find(({ target }) => keyOfTarget(target) === event.target.value);
              if (option) onTargets([...targets, option.target]);
            }}
          >
            <option value="">{t("Add …")}</option>
            {names.options.map(({ label, options }) => {
              const left = options.filter(({ target }) => !chosen.has(keyOfTarget(target)));
              return (
                left.length > 0 && (
                  <optgroup key={label} label={label}>
                    {left.map(({ target, name }) => (
                      <option key={keyOfTarget(target)} value={keyOfTarget(target)}>
                        {name}
                      </option>
                    ))}
                  </optgroup>
                )
              );
            })}
          </select>
        )}
      </FieldFrame>
      {targets.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t("Notified by this step")}>
          {targets.map((target) => (
            <li
              key={keyOfTarget(target)}
              className="flex items-center gap-1 rounded-lg border border-line bg-raised ps-3 wrap-anywhere"
            >
              <span>
                <span className="text-[0.8125rem] text-soft">{TYPE_LABELS[target.type]}:</span>{" "}
                {names.nameOf(target)}
              </span>
              <IconButton
                label={t("Remove {name}", { name: names.nameOf(target) })}
                icon="close"
                onClick={() => onTargets(targets.filter((other) => other !== target))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
