import { Combobox as Base } from "@base-ui/react/combobox";
import { nounInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";
import { Icon } from "../icon.tsx";
import { FieldFrame } from "./field.tsx";

export type ComboboxOption = { value: string; note?: string };

type ComboboxFieldProps = {
  label: string;
  hint?: string;
  error: string | null;
  placeholder?: string;
  options: readonly ComboboxOption[];
  /** Null if nothing is selected. */
  value: string | null;
  onValue(value: string | null): void;
};

/** A text field that selects one option of a long list. */
export function ComboboxField({ placeholder, options, value, onValue, ...frame }: ComboboxFieldProps) {
  const notes = new Map(options.map((option) => [option.value, option.note]));
  return (
    <Base.Root
      items={options.map((option) => option.value)}
      value={value}
      onValueChange={(next) => onValue(next)}
      autoHighlight
    >
      <FieldFrame {...frame}>
        {(control) => (
          <Base.InputGroup className="relative flex">
            <Base.Input {...control} placeholder={placeholder} className={`${control.className} pe-18`} />
            <div className="absolute inset-y-0 end-1 flex items-center text-soft">
              <Base.Clear
                aria-label={t("Clear {label}", { label: nounInSentence(frame.label) })}
                className="grid size-8 place-items-center rounded-lg hover:text-ink"
              >
                <Icon name="close" />
              </Base.Clear>
              <Base.Trigger
                aria-label={t("All options of {label}", { label: nounInSentence(frame.label) })}
                className="grid size-8 place-items-center rounded-lg hover:text-ink"
              >
                <Icon name="choose" />
              </Base.Trigger>
            </div>
          </Base.InputGroup>
        )}
      </FieldFrame>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-40">
          <Base.Popup className="popup max-h-80 w-(--anchor-width) overflow-y-auto p-1.5 outline-none">
            <Base.Empty>
              <p className="px-2.5 py-1.5 text-soft">{t("No results")}</p>
            </Base.Empty>
            <Base.List>
              {(option: string) => (
                <Base.Item
                  key={option}
                  value={option}
                  className="flex items-center justify-between gap-4 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-accent-ground"
                >
                  <span className="min-w-0 wrap-anywhere">{option}</span>
                  <span className="text-[0.8125rem] whitespace-nowrap text-soft">{notes.get(option)}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
