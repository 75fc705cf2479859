import type { Monitor, MonitorCreateInput } from "@vedette/contract/targets/monitors.ts";
import type { ReactNode } from "react";
import { fieldErrorWithin } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import type { CheckFieldsProps, CheckView } from "./check-view.ts";

/** A field of a check kind whose form is a list of fields. */
export type FormField = {
  /** The field of the API. */
  name: keyof MonitorCreateInput & keyof Monitor;
  label: string;
  kind: "text" | "number" | "list" | "switch" | "select" | "map" | "client_certificate";
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
  /** A main field that is among the facts of the page, because the address does not have it. */
  isFact?: true;
  /** Whether the field applies to the draft; by default it does. Otherwise it is hidden and has its default. */
  applies?(draft: FieldsDraft): boolean;
};

const NO_CERTIFICATE = { certificate: "", key: "" };

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
    toBody: (draft) =>
      Object.fromEntries(
        fields.map((field) => [field.name, isApplicable(field, draft) ? toBodyValue(field, draft) : null]),
      ),
    mainFields: main.map(({ name }) => name),
    MainFields: controlsOf(main),
    toFacts: (monitor) => factsOf(fields, monitor),
  };
}

function controlsOf(fields: readonly FormField[]) {
  return (props: CheckFieldsProps<FieldsDraft>): ReactNode =>
    fields
      .filter((field) => isApplicable(field, props.draft))
      .map((field) => <FormControl key={field.name} field={field} {...props} />);
}

export function isApplicable({ applies }: FormField, draft: FieldsDraft): boolean {
  return applies === undefined || applies(draft);
}

/** The control of a field; a map and a client certificate have an editor of their own. */
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

function initialOf({ kind, initial }: Pick<FormField, "kind" | "initial">): FieldValue {
  if (kind === "map") return {};
  if (kind === "client_certificate") return NO_CERTIFICATE;
  return initial ?? (kind === "switch" ? false : "");
}

/** Returns whether the draft has something else than the default of a field. */
export function isFieldSet(field: Pick<FormField, "name" | "kind" | "initial">, draft: FieldsDraft): boolean {
  return JSON.stringify(draft[field.name]) !== JSON.stringify(initialOf(field));
}

function toDraftValue(field: FormField, value: unknown): FieldValue {
  if (field.kind === "switch") return value === true;
  if (value === null || value === undefined) return initialOf(field);
  if (field.kind === "map") return value as Record<string, string>;
  if (field.kind === "client_certificate") return { ...NO_CERTIFICATE, ...pickCertificate(value) };
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function toBodyValue({ name, kind, isVerbatim }: FormField, draft: FieldsDraft): unknown {
  const value = draft[name];
  if (kind === "client_certificate")
    return isFieldSet({ name, kind }, draft) ? { type: "mtls", ...asRecord(value) } : null;
  if (typeof value !== "string") return value;
  const text = isVerbatim ? value : value.trim();
  if (text === "") return null;
  if (kind === "number" || (kind === "select" && /^\d+$/.test(text))) return Number(text);
  return kind === "list" ? text.split(/[\s,]+/) : text;
}

/** Another way to authenticate does not apply to these kinds. */
function pickCertificate(auth: unknown): Record<string, string> {
  const { type, certificate = "", key = "" } = auth as Record<string, string>;
  return type === "mtls" ? { certificate, key } : {};
}

function asRecord(value: FieldValue | undefined): Record<string, string> {
  return typeof value === "object" ? value : {};
}

/** Returns the fields that differ from their default as facts of the page. */
function factsOf(fields: readonly FormField[], monitor: Monitor): [string, ReactNode][] {
  return fields.flatMap((field): [string, ReactNode][] => {
    const value = toDraftValue(field, monitor[field.name]);
    if ((field.isMain && !field.isFact) || !isFieldSet(field, { [field.name]: value })) return [];
    if (typeof value === "boolean") return [[field.label, value ? t("on") : t("off")]];
    if (field.kind === "client_certificate") return [[field.label, t("shown")]];
    if (typeof value === "object") return [[field.label, Object.keys(value).join(", ")]];
    return [[field.label, field.options?.find((option) => option.value === value)?.label ?? value]];
  });
}
