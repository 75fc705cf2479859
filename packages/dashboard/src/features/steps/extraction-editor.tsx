import type { FindFieldError } from "../../api/api-error.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { newKey } from "../../new-key.ts";
import type { ExtractionDraft } from "./response-check-drafts.ts";

type ExtractionEditorProps = {
  extract: readonly ExtractionDraft[];
  onExtract(extract: readonly ExtractionDraft[]): void;
  errorAt: FindFieldError;
};

const SOURCES: readonly {
  value: ExtractionDraft["source"];
  label: string;
  expression: string;
  example: string;
}[] = [
  { value: "json_path", label: t("JSON value"), expression: "JSONPath", example: "$.token" },
  { value: "header", label: t("Header"), expression: t("Header name"), example: "location" },
  { value: "body_regex", label: t("Body pattern"), expression: t("Pattern (RE2)"), example: "id=(\\d+)" },
  { value: "status_code", label: t("Status code"), expression: "", example: "" },
];

/** Values of the response for later steps, as `{{name}}`. */
export function ExtractionEditor({ extract, onExtract, errorAt }: ExtractionEditorProps) {
  const edit = (key: number, part: Partial<ExtractionDraft>) =>
    onExtract(extract.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-3">
      {extract.map((one, index) => {
        const source = SOURCES.find(({ value }) => value === one.source);
        return (
          <fieldset key={one.key} className="flex items-end gap-2">
            <legend className="sr-only">{t("Value {number}", { number: index + 1 })}</legend>
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-3">
              <Field
                label={t("Variable")}
                placeholder={t("token")}
                autoComplete="off"
                spellCheck={false}
                error={errorAt(`extract.${index}.name`, t("The name"))}
                value={one.name}
                onValue={(name) => edit(one.key, { name })}
              />
              <SelectField
                label={t("Source")}
                error={errorAt(`extract.${index}.source`, t("The source"))}
                value={one.source}
                options={SOURCES}
                onValue={(value) =>
                  edit(
                    one.key,
                    value === "status_code" ? { source: value, expression: "" } : { source: value },
                  )
                }
              />
              {source && source.expression !== "" && (
                <Field
                  label={source.expression}
                  placeholder={source.example}
                  autoComplete="off"
                  spellCheck={false}
                  error={errorAt(
                    `extract.${index}.expression`,
                    t("The {expression}", { expression: source.expression }),
                  )}
                  value={one.expression}
                  onValue={(expression) => edit(one.key, { expression })}
                />
              )}
            </div>
            <IconButton
              label={t("Remove value {number}", { number: index + 1 })}
              icon="close"
              onClick={() => onExtract(extract.filter(({ key }) => key !== one.key))}
            />
          </fieldset>
        );
      })}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() =>
          onExtract([...extract, { key: newKey(), name: "", source: "json_path", expression: "" }])
        }
      >
        {t("Add value")}
      </Button>
    </div>
  );
}
