import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { ElementPicker } from "./element-picker.tsx";
import { usePickerPage } from "./picker-page.ts";

type ElementSelectorFieldProps = {
  label: string;
  hint?: string;
  placeholder?: string;
  error: string | null;
  value: string;
  onValue(selector: string): void;
};

/** A selector, typed or picked from the page of the last test. */
export function ElementSelectorField({ hint, value, onValue, ...field }: ElementSelectorFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const page = usePickerPage();
  return (
    <div className="grid content-start justify-items-start gap-2">
      <div className="w-full">
        <Field
          {...field}
          hint={page ? hint : [hint, t("test to pick it from the page")].filter(Boolean).join("; ")}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onValue={onValue}
        />
      </div>
      {page && (
        <>
          <Button onClick={() => setOpen(true)}>{t("Pick element")}</Button>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t("Pick an element")} isWide>
            <ElementPicker
              page={page}
              onPick={(selector) => {
                onValue(selector);
                setOpen(false);
              }}
            />
          </Dialog>
        </>
      )}
    </div>
  );
}
