import { lazy, Suspense, useState } from "react";
import { FieldFrame } from "../../../components/forms/field.tsx";
import { Icon } from "../../../components/icon.tsx";
import { checkLabels, type MonitorType } from "../../../features/checks/check-labels.ts";
import { t } from "../../../language/t.ts";

type TypeFieldProps = { value: MonitorType; onValue(type: MonitorType): void; error: string | null };

/** Loaded when it is opened: the form is on the first page of a new installation. */
const TypeChoice = lazy(async () => ({ default: (await import("./type-choice.tsx")).TypeChoice }));

/** Selects the kind of a check from a list with a search. */
export function TypeField({ value, onValue, error }: TypeFieldProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <FieldFrame label={t("What to check")} error={error}>
      {(control) => {
        const { formLabel } = checkLabels(value);
        const button = {
          ...control,
          // The label alone would hide the value from screen readers.
          "aria-label": t("What to check: {formLabel}", { formLabel }),
          className: `${control.className} flex items-center justify-between gap-2 text-start`,
        };
        const content = (
          <>
            {formLabel}
            <Icon name="choose" className="text-soft" />
          </>
        );
        const closed = (
          <button {...button} type="button" aria-haspopup="dialog" onClick={() => setOpened(true)}>
            {content}
          </button>
        );
        if (!isOpened) return closed;
        return (
          <Suspense fallback={closed}>
            <TypeChoice value={value} onValue={onValue} button={button}>
              {content}
            </TypeChoice>
          </Suspense>
        );
      }}
    </FieldFrame>
  );
}
