import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { fieldErrorWithin } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import type { CheckFieldsProps, CheckView } from "./check-view.ts";

/** A field of a check kind whose form is a list of fields. */
export type FormField = {
  /** The field of the API. */
  name: keyof MonitorCreateInput & keyof Monitor;
  label: string;
  kind: "text" | "number" | "list" | "switch" | "select" | "map";
  hint?: string;
  placeholder?: string;
  /** Of a select. A value of digits is sent as a number. */
  options?: readonly { value: string; label: string }[];
  /** Default: an empty text, or off. */
  initial?: string | boolean;
  /** Sent with its spaces. */
  isVerbatim?: true;
  /** In sight; the others are under "Advanced". */
  isMain?: true;
};

type FieldValue = string | boolean | Record<string, string>;
export type FieldsDraft = Record<string, FieldValue>;

type FieldsViewOptions = Pick<CheckView<FieldsDraft>, "withoutAssertions" | "toAddress">;

/** Returns the view of a kind whose form is a list of fields. */
export function fieldsView(fields: readonly FormField[], options: FieldsViewOptions): CheckView<FieldsDraft> {
  const main = fields.filter(({ isMain }) => isMain);
  return {
    ...options,
    emptyDraft: Object.fromEntries(fields.map((field) => [field.name, initialOf(field)])),
    toDraft: (monitor) =>
      Object.fromEntries(fields.map((field) => [field.name, toDraftValue(field, monitor[field.name])])),
    toBody: (draft) => Object.fromEntries(fields.map((field) => [field.name, toBodyValue(field, draft)])),
    mainFields: main.map(({ name }) => name),
    MainFields: controlsOf(main),
    toFacts: (monitor) => factsOf(fields, monitor),
  };
}

function controlsOf(fields: readonly FormField[]) {
  return (props: CheckFieldsProps<FieldsDraft>): ReactNode =>
    fields.map((field) => <FormControl key={field.name} field={field} {...props} />);
}

/** The control of a field; a map has an editor of its own. */
export function FormControl({
  field,
  draft,
  change,
  error,
}: CheckFieldsProps<FieldsDraft> & { field: FormField }) {
  const { name, label, kind, hint, placeholder, options = [] } = field;
  const value = draft[name];
  if (kind === "switch") {
    return (
      <CheckField
        label={label}
        {...(hint && { hint })}
        isChecked={value === true}
        onChecked={(isChecked) => change({ [name]: isChecked })}
      />
    );
  }
  const frame = { label, hint, error: fieldErrorWithin(error, name, label) };
  const control = { value: String(value), onValue: (next: string) => change({ [name]: next }) };
  if (kind === "select") return <SelectField {...frame} {...control} options={options} />;
  return (
    <Field
      {...frame}
      {...control}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      {...(kind === "number" && { inputMode: "numeric" as const })}
    />
  );
}

function initialOf({ kind, initial }: FormField): FieldValue {
  if (kind === "map") return {};
  return initial ?? (kind === "switch" ? false : "");
}

/** Returns whether the draft has something else than the default of a field. */
export function isFieldSet(field: FormField, draft: FieldsDraft): boolean {
  return JSON.stringify(draft[field.name]) !== JSON.stringify(initialOf(field));
}

function toDraftValue(field: FormField, value: unknown): FieldValue {
  if (field.kind === "switch") return value === true;
  if (value === null || value === undefined) return initialOf(field);
  if (field.kind === "map") return value as Record<string, string>;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function toBodyValue({ name, kind, isVerbatim }: FormField, draft: FieldsDraft): unknown {
  const value = draft[name];
  if (typeof value !== "string") return value;
  const text = isVerbatim ? value : value.trim();
  if (text === "") return null;
  if (kind === "number" || (kind === "select" && /^\d+$/.test(text))) return Number(text);
  return kind === "list" ? text.split(/[\s,]+/) : text;
}

/** Returns the fields that differ from their default as facts of the page. */
function factsOf(fields: readonly FormField[], monitor: Monitor): [string, ReactNode][] {
  return fields.flatMap((field): [string, ReactNode][] => {
    const value = toDraftValue(field, monitor[field.name]);
    if (field.isMain || !isFieldSet(field, { [field.name]: value })) return [];
    if (typeof value === "boolean") return [[field.label, value ? "on" : "off"]];
    if (typeof value === "object") return [[field.label, Object.keys(value).join(", ")]];
    return [[field.label, field.options?.find((option) => option.value === value)?.label ?? value]];
  });
}
