import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { type HTMLAttributes, useId } from "react";
import { Button } from "../../../components/button.tsx";
import { CheckField, Field, FieldFrame } from "../../../components/forms/field.tsx";
import { StepHeader } from "../../../features/steps/step-header.tsx";
import { ACTION_LABELS } from "../../../features/steps/step-title.ts";
import type { DragHandle } from "../../../features/steps/use-drag-order.ts";
import { t } from "../../../language/t.ts";
import { ACTION_GROUP_LABELS, ACTIONS, GROUPS } from "./step-actions.ts";
import { type StepDraft, titleOf, withAction } from "./step-drafts.ts";
import type { StepFieldsProps } from "./step-field-props.ts";
import { NumberField, StepFields } from "./step-fields.tsx";

type StepFormProps = Pick<StepFieldsProps, "draft" | "errorAt"> & {
  place: number;
  count: number;
  isOpen: boolean;
  isFaulty: boolean;
  drag: DragHandle;
  item: HTMLAttributes<HTMLLIElement>;
  onToggle(): void;
  onDraft(draft: StepDraft): void;
  onMove(to: number): void;
  onDuplicate(): void;
  onRemove(): void;
};

const ALL_ACTIONS = Object.keys(ACTIONS) as JourneyAction[];

/** One step: a summary, and its fields when expanded. */
export function StepForm(props: StepFormProps) {
  const { draft, place, count, isOpen, isFaulty, drag, item } = props;
  const { onToggle, onMove, onDuplicate, onRemove } = props;
  const id = useId();
  return (
    <li {...item}>
      <StepHeader
        number={place + 1}
        count={count}
        title={titleOf(draft)}
        isOpen={isOpen}
        controls={id}
        drag={drag}
        onToggle={onToggle}
        onMove={onMove}
        onDuplicate={onDuplicate}
        onRemove={onRemove}
      >
        {isFaulty && <span className="font-semibold text-down">{t("invalid")}</span>}
      </StepHeader>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpenStep {...props} />}
      </div>
    </li>
  );
}

function OpenStep({ draft, errorAt, onDraft, onToggle }: StepFormProps) {
  const { action, values } = draft;
  const set = (change: Record<string, unknown>) => onDraft({ ...draft, values: { ...values, ...change } });
  return (
    <div className="grid gap-4 border-t border-line bg-raised p-4 sm:grid-cols-2">
      <FieldFrame label={t("Action")} error={errorAt("action", t("The action"))}>
        {(control) => (
          <select
            {...control}
            value={action}
            onChange={(event) => onDraft(withAction(draft, event.target.value as JourneyAction))}
          >
            {GROUPS.map((group) => (
              <optgroup key={group} label={ACTION_GROUP_LABELS[group]}>
                {ALL_ACTIONS.filter((one) => ACTIONS[one].group === group).map((one) => (
                  <option key={one} value={one}>
                    {ACTION_LABELS[one]}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </FieldFrame>
      <StepFields draft={draft} errorAt={errorAt} onValues={set} />
      <details className="sm:col-span-2">
        <summary className="cursor-pointer font-semibold">{t("Name, timeout and failure handling")}</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {action !== "upload" && (
            <Field
              label={t("Step name")}
              hint={t("Optional; defaults to the action")}
              error={errorAt("name", t("The name"))}
              value={String(values.name ?? "")}
              onValue={(name) => set({ name })}
            />
          )}
          <NumberField
            label={t("Timeout in milliseconds")}
            hint={t("Default 10,000; requests 30,000")}
            error={errorAt("timeout_ms", t("The timeout"))}
            value={values.timeout_ms}
            onNumber={(timeout) => set({ timeout_ms: timeout })}
          />
          {action !== "screenshot" && (
            <CheckField
              label={t("Screenshot after step")}
              isChecked={values.screenshot === true}
              onChecked={(screenshot) => set({ screenshot })}
            />
          )}
          <CheckField
            label={t("Continue on failure")}
            hint={t("The run is still marked as failed.")}
            isChecked={values.continue_on_failure === true}
            onChecked={(goesOn) => set({ continue_on_failure: goesOn })}
          />
          <CheckField
            label={t("Run after a failure too")}
            hint={t("For cleanup steps")}
            isChecked={values.always_run === true}
            onChecked={(always) => set({ always_run: always })}
          />
        </div>
      </details>
      <Button className="justify-self-start" onClick={onToggle}>
        {t("Close")}
      </Button>
    </div>
  );
}
