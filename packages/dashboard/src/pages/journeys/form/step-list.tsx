import type { JourneyAction } from "@vedette/contract/journeys/journey-steps.ts";
import { useRef, useState } from "react";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Menu, MenuItem } from "../../../components/menu/menu.tsx";
import { ACTION_LABELS } from "../../../features/steps/step-title.ts";
import { useDragOrder } from "../../../features/steps/use-drag-order.ts";
import { t } from "../../../language/t.ts";
import { ACTIONS, GROUPS } from "./step-actions.ts";
import { moved, newStepDraft, type StepDraft } from "./step-drafts.ts";
import { StepForm } from "./step-form.tsx";

type StepListProps = {
  drafts: readonly StepDraft[];
  error: ApiError | null;
  /** Steps as sent with the failed request: the error refers to their order, not to the current one. */
  sent: readonly StepDraft[];
  onDrafts(drafts: StepDraft[]): void;
};

/** Steps of a journey in order. One is expanded at a time, and every invalid one. */
export function StepList({ drafts, error, sent, onDrafts }: StepListProps) {
  const [open, setOpen] = useState<number | null>(drafts[0]?.key ?? null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);

  function change(place: number, next: StepDraft): void {
    onDrafts(drafts.map((draft, index) => (index === place ? next : draft)));
  }

  function move(from: number, to: number): void {
    onDrafts(moved(drafts, from, to));
    setSaid(t("Step {from} is now step {to}.", { from: from + 1, to: to + 1 }));
  }

  function insert(place: number, draft: StepDraft): void {
    onDrafts(drafts.toSpliced(place, 0, draft));
    setOpen(draft.key);
  }

  function remove(place: number): void {
    onDrafts(drafts.toSpliced(place, 1));
    setSaid(t("Step {number} removed.", { number: place + 1 }));
    // The focused element was removed.
    list.current?.focus();
  }

  const { handleProps, itemProps, gapClass } = useDragOrder(move);
  const fieldError = fieldErrorOf(error, "steps", t("The journey"));
  return (
    <div className="grid gap-3">
      {fieldError && <p className="text-down">{fieldError}</p>}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={t("Steps")}
        className="card divide-y divide-line overflow-hidden"
      >
        {drafts.map((draft, place) => {
          const path = `steps.${sent.findIndex(({ key }) => key === draft.key)}`;
          const isFaulty = error?.details.some((detail) => detail.path.startsWith(`${path}.`)) ?? false;
          return (
            <StepForm
              key={draft.key}
              draft={draft}
              place={place}
              count={drafts.length}
              isOpen={open === draft.key || isFaulty}
              isFaulty={isFaulty}
              drag={handleProps(place)}
              item={{ ...itemProps(place), className: gapClass(place, drafts.length) }}
              errorAt={(field, label) => fieldErrorOf(error, `${path}.${field}`, label)}
              onToggle={() => setOpen(open === draft.key ? null : draft.key)}
              onDraft={(next) => change(place, next)}
              onMove={(to) => move(place, to)}
              onDuplicate={() =>
                insert(
                  place + 1,
                  newStepDraft(draft.action, {
                    ...draft.values,
                    ...(draft.action !== "upload" && { name: "" }),
                  }),
                )
              }
              onRemove={() => remove(place)}
            />
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddStep onAdd={(action) => insert(drafts.length, newStepDraft(action))} />
    </div>
  );
}

const QUICK: readonly JourneyAction[] = ["goto", "click", "fill", "expect_text", "screenshot"];

function AddStep({ onAdd }: { onAdd(action: JourneyAction): void }) {
  const others = (Object.keys(ACTIONS) as JourneyAction[]).toSorted(
    (one, other) => GROUPS.indexOf(ACTIONS[one].group) - GROUPS.indexOf(ACTIONS[other].group),
  );
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t("Add step")}</legend>
      {QUICK.map((action) => (
        <Button key={action} icon="plus" onClick={() => onAdd(action)}>
          {ACTION_LABELS[action]}
        </Button>
      ))}
      <Menu
        trigger={t("Other step …")}
        triggerClass="min-h-9 rounded-lg border border-line bg-surface px-3.5 font-semibold hover:border-line-strong"
      >
        {others.map((action) => (
          <MenuItem key={action} onChoose={() => onAdd(action)}>
            {ACTION_LABELS[action]}
          </MenuItem>
        ))}
      </Menu>
    </fieldset>
  );
}
