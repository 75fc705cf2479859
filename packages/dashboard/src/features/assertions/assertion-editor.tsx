import {
  type AssertionType,
  HTTP_ASSERTION_TYPES,
  OPERATORS_OF,
  takesList,
  takesProperty,
  takesValue,
} from "@vedette/contract/assertions/assertion-rules.ts";
import type { FindFieldError } from "../../api/api-error.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { type AssertionDraft, newAssertion, withComparison } from "./assertion-draft.ts";
import { ASSERTION_TYPE_LABELS, operatorOptions } from "./assertion-labels.ts";

type AssertionEditorProps = {
  assertions: readonly AssertionDraft[];
  onAssertions(assertions: readonly AssertionDraft[]): void;
  /** The types that the target supports. */
  types?: readonly AssertionType[];
  /** What passes without assertions. */
  none: string;
  /** Takes paths such as "assertions.0.value". */
  errorAt: FindFieldError;
};

/** Assertions on a response. Only operators that fit the source are offered. */
export function AssertionEditor(props: AssertionEditorProps) {
  const { assertions, onAssertions, types = HTTP_ASSERTION_TYPES, none, errorAt } = props;
  return (
    <div className="grid gap-3">
      {assertions.length === 0 && <p className="text-[0.8125rem] text-soft">{none}</p>}
      {assertions.map((assertion, index) => (
        <fieldset
          key={assertion.key}
          className="flex items-end gap-2 border-b border-line pb-3 last-of-type:border-0"
        >
          <legend className="sr-only">{t("Assertion {number}", { number: index + 1 })}</legend>
          <AssertionFields
            assertion={assertion}
            types={types}
            errorAt={(field, label) => errorAt(`assertions.${index}.${field}`, label)}
            onAssertion={(changed) =>
              onAssertions(assertions.map((one) => (one === assertion ? changed : one)))
            }
          />
          <IconButton
            label={t("Remove assertion {number}", { number: index + 1 })}
            icon="close"
            onClick={() => onAssertions(assertions.filter((one) => one !== assertion))}
          />
        </fieldset>
      ))}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() => onAssertions([...assertions, newAssertion(types, assertions)])}
      >
        {t("Add assertion")}
      </Button>
    </div>
  );
}

const input = { spellCheck: false, autoComplete: "off" } as const;

type AssertionFieldsProps = {
  assertion: AssertionDraft;
  types: readonly AssertionType[];
  errorAt: FindFieldError;
  onAssertion(assertion: AssertionDraft): void;
};

function AssertionFields({ assertion, types, errorAt, onAssertion }: AssertionFieldsProps) {
  const { type, operator, property } = assertion;
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label={t("Source")}
        error={errorAt("type", t("The source"))}
        value={type}
        options={types.map((one) => ({ value: one, label: ASSERTION_TYPE_LABELS[one] }))}
        onValue={(next) => {
          const isSupported = OPERATORS_OF[next].includes(operator);
          onAssertion(
            withComparison(assertion, {
              type: next,
              operator: isSupported ? operator : (OPERATORS_OF[next][0] ?? operator),
            }),
          );
        }}
      />
      {takesProperty(type) && (
        <Field
          {...input}
          label={type === "header" ? t("Header name") : "JSONPath"}
          placeholder={type === "header" ? "content-type" : "$.status"}
          error={errorAt("property", type === "header" ? t("The header name") : t("The path"))}
          value={property}
          onValue={(next) => onAssertion({ ...assertion, property: next })}
        />
      )}
      {OPERATORS_OF[type].length > 1 && (
        <SelectField
          label={t("Comparison")}
          error={errorAt("operator", t("The comparison"))}
          value={operator}
          options={operatorOptions(OPERATORS_OF[type])}
          onValue={(next) => onAssertion(withComparison(assertion, { type, operator: next }))}
        />
      )}
      {takesValue(operator) && (
        <ExpectedField assertion={assertion} errorAt={errorAt} onAssertion={onAssertion} />
      )}
    </div>
  );
}

function ExpectedField({ assertion, errorAt, onAssertion }: Omit<AssertionFieldsProps, "types">) {
  const { type, operator } = assertion;
  const isSchema = type === "json_schema";
  const field = {
    ...input,
    label: isSchema ? "JSON Schema" : t("Expected"),
    error: errorAt("value", isSchema ? t("The schema") : t("The value")),
    value: assertion.value,
    onValue: (value: string) => onAssertion({ ...assertion, value }),
  };
  if (isSchema)
    return (
      <div className="sm:col-span-2 lg:col-span-4">
        <TextField {...field} hint={t("Draft 2020-12; references inside the schema only")} rows={8} />
      </div>
    );
  return takesList(operator) ? (
    <TextField {...field} hint={t("One value per line")} rows={3} />
  ) : (
    <Field {...field} />
  );
}
