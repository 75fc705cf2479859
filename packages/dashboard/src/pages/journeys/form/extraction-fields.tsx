import { Field, SelectField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { ElementSelectorField } from "./element-selector-field.tsx";
import type { StepFieldsProps } from "./step-field-props.ts";

type From = { selector?: string; attribute?: string | null; value?: string };
type FromFieldsProps = Omit<StepFieldsProps, "draft"> & { values: Readonly<Record<string, unknown>> };

const SOURCES = [
  { value: "text", label: t("Text of an element") },
  { value: "attribute", label: t("Attribute of an element") },
  { value: "value", label: t("Fixed text") },
] as const;

/** Source of a variable's value. */
export function ExtractionFields({ values, errorAt, onValues }: FromFieldsProps) {
  const from = (values.from ?? {}) as From;
  const source = from.value !== undefined ? "value" : from.attribute != null ? "attribute" : "text";
  const set = (next: From) => onValues({ from: next });
  const selector = from.selector ?? "";
  return (
    <>
      <SelectField
        label={t("Source")}
        error={errorAt("from", t("The source"))}
        value={source}
        options={SOURCES}
        onValue={(next) =>
          set(next === "value" ? { value: "" } : { selector, attribute: next === "attribute" ? "" : null })
        }
      />
      {source === "value" ? (
        <Field
          label={t("Text")}
          error={errorAt("from.value", t("The text"))}
          value={from.value ?? ""}
          onValue={(value) => set({ value })}
        />
      ) : (
        <ElementSelectorField
          label={t("Selector")}
          error={errorAt("from.selector", t("The selector"))}
          value={selector}
          onValue={(next) => set({ selector: next, attribute: from.attribute ?? null })}
        />
      )}
      {source === "attribute" && (
        <Field
          label={t("Attribute")}
          spellCheck={false}
          error={errorAt("from.attribute", t("The attribute"))}
          value={from.attribute ?? ""}
          onValue={(attribute) => set({ selector, attribute })}
        />
      )}
    </>
  );
}
