import type { ApiError } from "../../../api/api-error.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import {
  MONITOR_OPERATOR_LABELS,
  needsProperty,
  needsValue,
  OPERATORS_OF,
  SOURCE_LABELS,
} from "../labels.ts";
import type { DraftAssertion } from "./monitor-draft.ts";

type AssertionsEditorProps = {
  isUrl: boolean;
  assertions: readonly DraftAssertion[];
  onAssertions(assertions: readonly DraftAssertion[]): void;
  error: ApiError | null;
};

const CONTROL =
  "min-h-10 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 aria-invalid:border-down";
const SOURCES = Object.keys(SOURCE_LABELS) as DraftAssertion["type"][];

/** Assertions on the response, one per line: source, comparison, value. */
export function AssertionsEditor({ isUrl, assertions, onAssertions, error }: AssertionsEditorProps) {
  const edit = (key: number, part: Partial<DraftAssertion>) =>
    onAssertions(assertions.map((one) => (one.key === key ? { ...one, ...part } : one)));

  function add(): void {
    const key = Math.max(-1, ...assertions.map((one) => one.key)) + 1;
    const first: Pick<DraftAssertion, "type" | "operator" | "value"> = isUrl
      ? { type: "status_code", operator: "equals", value: "200" }
      : { type: "response_time", operator: "less_than", value: "1000" };
    onAssertions([...assertions, { key, property: "", ...first }]);
  }

  return (
    <div className="grid gap-3">
      {assertions.length === 0 && (
        <p className="text-soft">
          {isUrl ? "None: any 2xx or 3xx status is up." : "None: an accepted connection is up."}
        </p>
      )}
      {assertions.map((one, index) => (
        <Line
          key={one.key}
          assertion={one}
          place={index + 1}
          sources={isUrl ? SOURCES : ["response_time"]}
          error={errorOfLine(error, index)}
          onEdit={(part) => edit(one.key, part)}
          onRemove={() => onAssertions(assertions.filter(({ key }) => key !== one.key))}
        />
      ))}
      <Button icon="plus" className="justify-self-start" onClick={add}>
        Add assertion
      </Button>
    </div>
  );
}

type LineProps = {
  assertion: DraftAssertion;
  place: number;
  sources: readonly DraftAssertion["type"][];
  error: string | null;
  onEdit(part: Partial<DraftAssertion>): void;
  onRemove(): void;
};

function Line({ assertion, place, sources, error, onEdit, onRemove }: LineProps) {
  const { type, operator, property, value } = assertion;

  function choose(source: DraftAssertion["type"]): void {
    const [first] = OPERATORS_OF[source];
    // A comparison that the new source does not support is replaced; the typed value stays.
    const fits = OPERATORS_OF[source].includes(operator) || first === undefined;
    onEdit({ type: source, ...(!fits && { operator: first }) });
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Assertion {place}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <div className="grid gap-2 sm:grid-flow-col sm:auto-cols-fr">
          <select
            className={CONTROL}
            aria-label={`Source of assertion ${place}`}
            value={type}
            onChange={(event) => choose(event.target.value as DraftAssertion["type"])}
          >
            {sources.map((source) => (
              <option key={source} value={source}>
                {SOURCE_LABELS[source]}
              </option>
            ))}
          </select>
          {needsProperty(type) && (
            <input
              className={CONTROL}
              aria-label={`${type === "header" ? "Header name" : "JSONPath"} of assertion ${place}`}
              aria-invalid={error !== null}
              placeholder={type === "header" ? "content-type" : "$.status"}
              spellCheck={false}
              value={property}
              onChange={(event) => onEdit({ property: event.target.value })}
            />
          )}
          <select
            className={CONTROL}
            aria-label={`Comparison of assertion ${place}`}
            value={operator}
            onChange={(event) => onEdit({ operator: event.target.value as DraftAssertion["operator"] })}
          >
            {OPERATORS_OF[type].map((one) => (
              <option key={one} value={one}>
                {MONITOR_OPERATOR_LABELS[one]}
              </option>
            ))}
          </select>
          {needsValue(operator) && (
            <input
              className={CONTROL}
              aria-label={`Value of assertion ${place}`}
              aria-invalid={error !== null}
              placeholder="Value"
              spellCheck={false}
              value={value}
              onChange={(event) => onEdit({ value: event.target.value })}
            />
          )}
        </div>
        <IconButton label={`Remove assertion ${place}`} icon="close" onClick={onRemove} />
      </div>
      {error && (
        <p role="alert" className="text-[0.8125rem] text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const FIELD_WORDS: Record<string, string> = {
  type: "The source",
  property: "The name or path",
  operator: "The comparison",
  value: "The value",
};

function errorOfLine(error: ApiError | null, index: number): string | null {
  const start = `assertions.${index}.`;
  const detail = error?.details.find(({ path }) => path.startsWith(start));
  return detail ? `${FIELD_WORDS[detail.path.slice(start.length)] ?? "It"} ${detail.message}.` : null;
}
