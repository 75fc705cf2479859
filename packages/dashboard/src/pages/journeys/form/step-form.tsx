import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { useId } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { CheckField, Field, FieldFrame } from "../../../components/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { ACTIONS, GROUPS } from "./step-actions.ts";
import { type StepDraft, summaryOf, withAction } from "./step-drafts.ts";
import type { StepFieldsProps } from "./step-field-props.ts";
import { NumberField, StepFields } from "./step-fields.tsx";

type StepFormProps = Pick<StepFieldsProps, "draft" | "errorAt"> & {
  place: number;
  count: number;
  isOpen: boolean;
  isFaulty: boolean;
  onToggle(): void;
  onDraft(draft: StepDraft): void;
  onMove(to: number): void;
  onDuplicate(): void;
  onRemove(): void;
};

/** One step: a summary, and its fields when expanded. */
export function StepForm(props: StepFormProps) {
  const { draft, place, count, isOpen, isFaulty, onToggle, onMove, onDuplicate, onRemove } = props;
  const id = useId();
  const number = place + 1;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-1 px-2 py-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-9 min-w-0 flex-1 basis-52 items-center gap-2.5 rounded-lg px-2 text-left hover:bg-raised"
          onClick={onToggle}
        >
          <Icon name={isOpen ? "up" : "down"} className="text-soft" />
          <span className="text-soft tabular-nums">{number}.</span>
          <span className="min-w-0 wrap-anywhere">{String(draft.values.name || summaryOf(draft))}</span>
          {isFaulty && <span className="font-semibold text-down">invalid</span>}
        </button>
        <IconButton
          label={`Move step ${number} up`}
          icon="up"
          aria-disabled={place === 0}
          className="aria-disabled:opacity-40"
          onClick={() => place > 0 && onMove(place - 1)}
        />
        <IconButton
          label={`Move step ${number} down`}
          icon="down"
          aria-disabled={number === count}
          className="aria-disabled:opacity-40"
          onClick={() => number < count && onMove(place + 1)}
        />
        <IconButton label={`Duplicate step ${number}`} icon="copy" onClick={onDuplicate} />
        <IconButton label={`Remove step ${number}`} icon="close" onClick={onRemove} />
      </div>
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
      <FieldFrame label="Action" error={errorAt("action", "The action")}>
        {(control) => (
          <select
            {...control}
            value={action}
            onChange={(event) => onDraft(withAction(draft, event.target.value as JourneyAction))}
          >
            {GROUPS.map((group) => (
              <optgroup key={group} label={group}>
                {Object.entries(ACTIONS)
                  .filter(([, spec]) => spec.group === group)
                  .map(([value, { label }]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </FieldFrame>
      <StepFields draft={draft} errorAt={errorAt} onValues={set} />
      <details className="sm:col-span-2">
        <summary className="cursor-pointer font-semibold">Name, timeout and failure handling</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {action !== "upload" && (
            <Field
              label="Step name"
              hint="Optional; defaults to the action"
              error={errorAt("name", "The name")}
              value={String(values.name ?? "")}
              onValue={(name) => set({ name })}
            />
          )}
          <NumberField
            label="Timeout in milliseconds"
            hint="Default 10,000; requests 30,000"
            error={errorAt("timeout_ms", "The timeout")}
            value={values.timeout_ms}
            onNumber={(timeout) => set({ timeout_ms: timeout })}
          />
          {action !== "screenshot" && (
            <CheckField
              label="Screenshot after step"
              isChecked={values.screenshot === true}
              onChecked={(screenshot) => set({ screenshot })}
            />
          )}
          <CheckField
            label="Continue on failure"
            hint="The run is still marked as failed."
            isChecked={values.continue_on_failure === true}
            onChecked={(goesOn) => set({ continue_on_failure: goesOn })}
          />
          <CheckField
            label="Run after a failure too"
            hint="For cleanup steps"
            isChecked={values.always_run === true}
            onChecked={(always) => set({ always_run: always })}
          />
        </div>
      </details>
      <Button className="justify-self-start" onClick={onToggle}>
        Close
      </Button>
    </div>
  );
}
