import type { FindFieldError } from "../../../api/api-error.ts";
import { SelectField, TextField } from "../../../components/forms/field.tsx";
import type { FormTab } from "../../../components/forms/form-tabs.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { AssertionEditor } from "../../../features/assertions/assertion-editor.tsx";
import { QueryEditor } from "../../../features/requests/query-editor.tsx";
import { queryTexts } from "../../../features/requests/url-query.ts";
import { AuthFields } from "../../../features/steps/auth-fields.tsx";
import { ExtractionEditor } from "../../../features/steps/extraction-editor.tsx";
import { t } from "../../../language/t.ts";
import { type ApiStepDraft, newStep } from "./draft.ts";
import { StepOptions } from "./step-options.tsx";

type StepTabProps = {
  step: ApiStepDraft;
  onStep(part: Partial<ApiStepDraft>): void;
  /** Takes paths within the step, such as "headers". */
  errorAt: FindFieldError;
};

const BODY_KINDS = [
  { value: "none", label: t("No body") },
  { value: "json", label: "JSON" },
  { value: "text", label: t("Text") },
] as const;

/** The parts of a request besides its method and URL. */
export function stepTabs({ step, onStep, errorAt }: StepTabProps): FormTab[] {
  const isFaulty = (...paths: string[]) => paths.some((path) => errorAt(path, "") !== null);
  return [
    {
      value: "assertions",
      label: t("Assertions"),
      isSet: step.assertions.length > 0,
      hasError: isFaulty("assertions"),
      content: (
        <AssertionEditor
          none={t("None: any status below 400 passes.")}
          assertions={step.assertions}
          onAssertions={(assertions) => onStep({ assertions })}
          errorAt={errorAt}
        />
      ),
    },
    {
      value: "extract",
      label: t("Extract"),
      isSet: step.extract.length > 0,
      hasError: isFaulty("extract"),
      content: (
        <>
          <p className="text-[0.8125rem] text-soft">
            {t("Keep a value of the response for later steps, as {name}.", { name: "{{name}}" })}
          </p>
          <ExtractionEditor
            extract={step.extract}
            onExtract={(extract) => onStep({ extract })}
            errorAt={errorAt}
          />
        </>
      ),
    },
    {
      value: "query",
      label: t("Query"),
      isSet: queryTexts(step.url).length > 0 || Object.keys(step.query).length > 0,
      hasError: isFaulty("query"),
      content: (
        <QueryEditor
          url={step.url}
          onUrl={(url) => onStep({ url })}
          query={step.query}
          onQuery={(query) => onStep({ query })}
          error={errorAt("query", t("A parameter"))}
        />
      ),
    },
    {
      value: "headers",
      label: t("Headers"),
      isSet: Object.keys(step.headers).length > 0,
      hasError: isFaulty("headers"),
      content: (
        <KeyValueEditor
          noun={t("Header")}
          values={step.headers}
          onValues={(headers) => onStep({ headers })}
          error={errorAt("headers", t("A header"))}
        />
      ),
    },
    {
      value: "body",
      label: t("Body"),
      isSet: step.bodyKind !== "none",
      hasError: isFaulty("body"),
      content: <BodyFields step={step} onStep={onStep} errorAt={errorAt} />,
    },
    {
      value: "auth",
      label: t("Auth"),
      isSet: step.auth.type !== "none",
      hasError: isFaulty("auth"),
      content: (
        <AuthFields auth={step.auth} onAuth={(auth) => onStep({ auth })} path="auth" errorAt={errorAt} />
      ),
    },
    {
      value: "options",
      label: t("Options"),
      isSet: OPTIONS.some((option) => step[option] !== DEFAULTS[option]),
      hasError: isFaulty("name", ...OPTIONS),
      content: <StepOptions step={step} onStep={onStep} errorAt={errorAt} />,
    },
  ];
}

const OPTIONS = ["timeout", "follow_redirects", "verify_tls", "continue_on_failure", "always_run"] as const;
const DEFAULTS = newStep();

function BodyFields({ step, onStep, errorAt }: StepTabProps) {
  return (
    <>
      <div className="sm:max-w-48">
        <SelectField
          label={t("Format")}
          error={step.bodyKind === "none" ? errorAt("body", t("The body")) : null}
          value={step.bodyKind}
          options={BODY_KINDS}
          onValue={(bodyKind) => onStep({ bodyKind })}
        />
      </div>
      {step.bodyKind !== "none" && (
        <TextField
          label={step.bodyKind === "json" ? t("JSON body") : t("Text body")}
          rows={6}
          spellCheck={false}
          className="font-mono"
          hint={step.bodyKind === "json" ? t("Sent as application/json.") : t("Sent unchanged.")}
          error={errorAt("body", t("The body"))}
          value={step.body}
          onValue={(body) => onStep({ body })}
        />
      )}
    </>
  );
}
