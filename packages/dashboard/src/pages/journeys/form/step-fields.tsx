import { type Operator, takesValue } from "@vedette/contract/assertions/assertion-rules.ts";
import { CheckField, Field, FieldFrame, SelectField, TextField } from "../../../components/forms/field.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { operatorOptions } from "../../../features/assertions/assertion-labels.ts";
import { t } from "../../../language/t.ts";
import { ElementSelectorField } from "./element-selector-field.tsx";
import { ExtractionFields } from "./extraction-fields.tsx";
import { RequestFields } from "./request-fields.tsx";
import { ACTIONS, expectationOperators, type FieldSpec } from "./step-actions.ts";
import type { StepDraft } from "./step-drafts.ts";
import type { StepFieldsProps } from "./step-field-props.ts";

/** Fields of a step's action. */
export function StepFields({ draft, errorAt, onValues }: StepFieldsProps) {
  const { action, values } = draft;
  const specs = ACTIONS[action].fields.filter(
    ({ label }) => label !== "Expected" || takesValue(values.operator as Operator),
  );
  return (
    <>
      {specs.map((spec) => (
        <OneField
          key={spec.name}
          spec={spec}
          draft={draft}
          error={errorAt(spec.name, `"${spec.label}"`)}
          onValues={onValues}
        />
      ))}
      {action === "set_variable" && (
        <ExtractionFields values={values} errorAt={errorAt} onValues={onValues} />
      )}
      {action === "request" && <RequestFields values={values} errorAt={errorAt} onValues={onValues} />}
    </>
  );
}

type OneFieldProps = {
  spec: FieldSpec;
  draft: StepDraft;
  error: string | null;
  onValues: StepFieldsProps["onValues"];
};

function OneField({
  spec: { name, label, kind, ...spec },
  draft: { action, values },
  error,
  onValues,
}: OneFieldProps) {
  const value = values[name];
  const set = (next: unknown) => onValues({ [name]: next });
  const hint = spec.hint === undefined ? {} : { hint: spec.hint };
  switch (kind) {
    case "line":
      return (
        <Field
          label={label}
          {...hint}
          error={error}
          spellCheck={false}
          autoComplete="off"
          placeholder={spec.placeholder}
          value={String(value ?? "")}
          onValue={set}
        />
      );
    case "selector":
      return (
        <ElementSelectorField
          label={label}
          {...hint}
          error={error}
          {...(spec.placeholder && { placeholder: spec.placeholder })}
          value={String(value ?? "")}
          onValue={set}
        />
      );
    case "number":
      return <NumberField label={label} {...hint} error={error} value={value} onNumber={set} />;
    case "check":
      return <CheckField label={label} {...hint} isChecked={value === true} onChecked={set} />;
    case "lines":
      return (
        <TextField
          label={label}
          {...hint}
          error={error}
          rows={2}
          spellCheck={false}
          value={linesText(value)}
          onValue={(text) => set(text === "" ? [] : text.split("\n"))}
        />
      );
    case "operator":
      return (
        <SelectField
          label={label}
          error={error}
          value={value as Operator}
          options={operatorOptions(expectationOperators(action))}
          onValue={(operator) => onValues({ operator, ...(!takesValue(operator) && { value: null }) })}
        />
      );
    case "choice":
      return (
        <SelectField
          label={label}
          {...hint}
          error={error}
          value={String(value ?? "")}
          options={[...(spec.isOptional ? [{ value: "", label: "–" }] : []), ...(spec.options ?? [])]}
          onValue={set}
        />
      );
    case "pairs":
      return <KeyValueEditor noun={label} values={pairsOf(value)} onValues={set} error={error} />;
    case "file":
      return <FileField error={error} name={values.name} onFile={onValues} />;
  }
}

type NumberFieldProps = {
  label: string;
  hint?: string;
  error: string | null;
  value: unknown;
  onNumber(value: number | null): void;
};

export function NumberField({ value, onNumber, ...frame }: NumberFieldProps) {
  return (
    <Field
      {...frame}
      type="number"
      step="any"
      min={0}
      value={typeof value === "number" ? String(value) : ""}
      onValue={(text) => onNumber(text === "" ? null : Number(text))}
    />
  );
}

type FileFieldProps = {
  error: string | null;
  name: unknown;
  onFile(values: { name: string; content_base64: string }): void;
};

function FileField({ error, name, onFile }: FileFieldProps) {
  const hint = name
    ? t("Selected: {name}", { name: String(name) })
    : t("At most 256 KiB; stored with the journey.");
  async function take(file: File): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    onFile({ name: file.name, content_base64: btoa(binary) });
  }
  return (
    <FieldFrame label={t("File")} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className={`${control.className} py-1.5`}
          type="file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void take(file);
          }}
        />
      )}
    </FieldFrame>
  );
}

function linesText(value: unknown): string {
  return Array.isArray(value) ? value.join("\n") : "";
}

function pairsOf(value: unknown): Record<string, string> {
  return typeof value === "object" && value !== null ? (value as Record<string, string>) : {};
}
