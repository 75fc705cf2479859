import type { Scope } from "@vedette/contract/people/scopes.ts";
import { t } from "../../language/t.ts";
import { SCOPE_DESCRIPTIONS, SCOPE_LABELS } from "./role-labels.ts";

type ScopeFieldProps<Choice extends Scope> = {
  choices: readonly Choice[];
  value: Choice;
  onValue(scope: Choice): void;
};

/** The choice of the scope of a key, with what each permits. */
export function ScopeField<Choice extends Scope>({ choices, value, onValue }: ScopeFieldProps<Choice>) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold">{t("Scope")}</legend>
      {choices.map((choice) => (
        <label key={choice} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="scope"
            className="mt-1 size-4 accent-(--accent)"
            checked={value === choice}
            onChange={() => onValue(choice)}
          />
          <span>
            <span className="font-semibold">{SCOPE_LABELS[choice]}</span>
            <span className="block text-[0.8125rem] text-soft">{SCOPE_DESCRIPTIONS[choice]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
