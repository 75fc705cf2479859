import { CheckField } from "../../components/forms/field.tsx";
import { chosenOf } from "./rule-draft.ts";

type ChoiceFieldProps = {
  label: string;
  hint: string;
  /** The chosen values, separated by commas. */
  value: string;
  onValue(value: string): void;
  options: readonly { value: string; label: string }[];
  error: string | null;
};

/** Checkboxes for a parameter that is a list of options. */
export function ChoiceField({ label, hint, value, onValue, options, error }: ChoiceFieldProps) {
  const chosen = chosenOf(value);
  const choose = (option: string, isChosen: boolean) =>
    onValue(
      options
        .flatMap((each) =>
          (each.value === option ? isChosen : chosen.includes(each.value)) ? each.value : [],
        )
        .join(", "),
    );
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            isChecked={chosen.includes(option.value)}
            onChecked={(isChosen) => choose(option.value, isChosen)}
          />
        ))}
      </div>
      <p className={`text-[0.8125rem] ${error === null ? "text-soft" : "text-down"}`}>{error ?? hint}</p>
    </fieldset>
  );
}
