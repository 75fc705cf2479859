import type { ReactNode } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/field.tsx";
import { comparisonsOf, isWithoutValue } from "./step-actions.ts";
import type { RequestFieldsProps } from "./step-field-props.ts";

type Assertion = { type: string; property: string | null; operator: string; value: unknown };
type Extraction = { name: string; source: string; expression: string };

const LOOKED_AT = [
  { value: "status_code", label: "Status" },
  { value: "response_time", label: "Response time (ms)" },
  { value: "header", label: "Header" },
  { value: "body", label: "Body" },
  { value: "json_path", label: "JSON value" },
  { value: "ssl_expiry", label: "Certificate (days left)" },
];
const SOURCES = [
  { value: "json_path", label: "JSON value" },
  { value: "header", label: "Header" },
  { value: "body_regex", label: "Body pattern" },
  { value: "status_code", label: "Status" },
];
const COMPARISONS = comparisonsOf("expect_attribute");

/** Assertions and extractions of a request's response. */
export function RequestChecks({ values, errorAt, onValues }: RequestFieldsProps) {
  const assertions = (values.assertions ?? []) as Assertion[];
  const extract = (values.extract ?? []) as Extraction[];
  const setAssertion = (place: number, part: Partial<Assertion>) =>
    onValues({ assertions: changed(assertions, place, part) });
  const setExtraction = (place: number, part: Partial<Extraction>) =>
    onValues({ extract: changed(extract, place, part) });
  return (
    <>
      <Lines
        noun="Assertion"
        count={assertions.length}
        onAdd={() =>
          onValues({
            assertions: [
              ...assertions,
              { type: "status_code", property: null, operator: "equals", value: "200" },
            ],
          })
        }
        onRemove={(place) => onValues({ assertions: assertions.toSpliced(place, 1) })}
        line={(place) => {
          const { type = "", property = null, operator = "", value = "" } = assertions[place] ?? {};
          const at = (name: string, label: string) => errorAt(`assertions.${place}.${name}`, label);
          return (
            <>
              <SelectField
                label="Of"
                error={at("type", "It")}
                value={type}
                options={LOOKED_AT}
                onValue={(next) => setAssertion(place, { type: next, property: null })}
              />
              {(type === "header" || type === "json_path") && (
                <Field
                  label={type === "header" ? "Name" : "Path"}
                  error={at("property", "It")}
                  value={property ?? ""}
                  onValue={(next) => setAssertion(place, { property: next })}
                />
              )}
              <SelectField
                label="Comparison"
                error={at("operator", "The comparison")}
                value={operator}
                options={COMPARISONS}
                onValue={(next) =>
                  setAssertion(place, { operator: next, ...(isWithoutValue(next) && { value: null }) })
                }
              />
              {!isWithoutValue(operator) && (
                <Field
                  label="Expected"
                  error={at("value", "It")}
                  value={String(value ?? "")}
                  onValue={(next) => setAssertion(place, { value: next })}
                />
              )}
            </>
          );
        }}
      />
      <Lines
        noun="Variable"
        count={extract.length}
        onAdd={() => onValues({ extract: [...extract, { name: "", source: "json_path", expression: "$." }] })}
        onRemove={(place) => onValues({ extract: extract.toSpliced(place, 1) })}
        line={(place) => {
          const { name = "", source = "", expression = "" } = extract[place] ?? {};
          const at = (field: string, label: string) => errorAt(`extract.${place}.${field}`, label);
          return (
            <>
              <Field
                label="Name"
                error={at("name", "The name")}
                value={name}
                onValue={(next) => setExtraction(place, { name: next })}
              />
              <SelectField
                label="From"
                error={at("source", "The source")}
                value={source}
                options={SOURCES}
                onValue={(next) => setExtraction(place, { source: next, expression: "" })}
              />
              {source !== "status_code" && (
                <Field
                  label="Expression"
                  error={at("expression", "The expression")}
                  value={expression}
                  onValue={(next) => setExtraction(place, { expression: next })}
                />
              )}
            </>
          );
        }}
      />
    </>
  );
}

type LinesProps = {
  noun: string;
  count: number;
  onAdd(): void;
  onRemove(place: number): void;
  line(place: number): ReactNode;
};

function Lines({ noun, count, onAdd, onRemove, line }: LinesProps) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-1.5 font-semibold">{noun}s of the answer</legend>
      {Array.from({ length: count }, (_, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and their fields have no state.
          key={place}
          aria-label={`${noun} ${place + 1}`}
          className="flex items-start gap-2 rounded-lg border border-line p-3"
        >
          <div className="grid flex-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">{line(place)}</div>
          <IconButton
            label={`Remove ${noun.toLowerCase()} ${place + 1}`}
            icon="close"
            onClick={() => onRemove(place)}
          />
        </fieldset>
      ))}
      <Button icon="plus" className="justify-self-start" onClick={onAdd}>
        Add {noun.toLowerCase()}
      </Button>
    </fieldset>
  );
}

function changed<Line extends object>(lines: readonly Line[], place: number, part: Partial<Line>): Line[] {
  return lines.map((line, index) => (index === place ? { ...line, ...part } : line));
}
