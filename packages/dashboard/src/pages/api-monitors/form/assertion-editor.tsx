import { Button, IconButton } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/field.tsx";
import {
  OPERATOR_LABELS,
  OPERATORS_FOR,
  TYPE_WORDS,
  takesProperty,
  takesValue,
} from "../../../features/runs/assertion-labels.ts";
import { type AssertionDraft, newKey } from "./draft.ts";
import type { FindFieldError } from "./field-errors.ts";

type AssertionEditorProps = {
  assertions: readonly AssertionDraft[];
  onAssertions(assertions: readonly AssertionDraft[]): void;
  /** "steps.0.assertions" */
  path: string;
  errorAt: FindFieldError;
};

const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({
  value: value as AssertionDraft["type"],
  label,
}));

/** Assertions on a response. Only operators that fit the source are offered. */
export function AssertionEditor({ assertions, onAssertions, path, errorAt }: AssertionEditorProps) {
  const edit = (key: number, part: Partial<AssertionDraft>) =>
    onAssertions(assertions.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Assertions</legend>
      {assertions.length === 0 && (
        <p className="text-[0.8125rem] text-soft">None: any status below 400 passes.</p>
      )}
      {assertions.map((assertion, index) => (
        <fieldset
          key={assertion.key}
          className="flex items-end gap-2 border-b border-line pb-3 last-of-type:border-0"
        >
          <legend className="sr-only">Assertion {index + 1}</legend>
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField
              label="Source"
              error={errorAt(`${path}.${index}.type`, "The source")}
              value={assertion.type}
              options={TYPES}
              onValue={(type) =>
                edit(assertion.key, { type, operator: operatorFor(type, assertion.operator) })
              }
            />
            {takesProperty(assertion.type) && (
              <Field
                label={assertion.type === "header" ? "Header name" : "JSONPath"}
                placeholder={assertion.type === "header" ? "content-type" : "$.status"}
                spellCheck={false}
                autoComplete="off"
                error={errorAt(`${path}.${index}.property`, assertion.type === "header" ? "It" : "The path")}
                value={assertion.property}
                onValue={(property) => edit(assertion.key, { property })}
              />
            )}
            <SelectField
              label="Comparison"
              error={errorAt(`${path}.${index}.operator`, "The comparison")}
              value={assertion.operator}
              options={OPERATORS_FOR[assertion.type].map((value) => ({
                value,
                label: OPERATOR_LABELS[value],
              }))}
              onValue={(operator) => edit(assertion.key, { operator })}
            />
            {takesValue(assertion.operator) && (
              <Field
                label="Expected"
                autoComplete="off"
                error={errorAt(`${path}.${index}.value`, "The value")}
                value={assertion.value}
                onValue={(value) => edit(assertion.key, { value })}
              />
            )}
          </div>
          <IconButton
            label={`Remove assertion ${index + 1}`}
            icon="close"
            onClick={() => onAssertions(assertions.filter(({ key }) => key !== assertion.key))}
          />
        </fieldset>
      ))}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() =>
          onAssertions([
            ...assertions,
            { key: newKey(), type: "json_path", operator: "equals", property: "", value: "" },
          ])
        }
      >
        Add assertion
      </Button>
    </fieldset>
  );
}

/** Returns the selected operator if it fits the source. */
function operatorFor(type: AssertionDraft["type"], operator: AssertionDraft["operator"]) {
  return OPERATORS_FOR[type].includes(operator) ? operator : "equals";
}
