import { STEP_METHODS } from "@vedette/contract/api-monitors/step-methods.ts";
import type { FindFieldError } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { AuthFields } from "../../../features/steps/auth-fields.tsx";
import { ResponseChecks } from "../../../features/steps/response-checks.tsx";
import type { ApiStepDraft } from "./draft.ts";

type StepFieldsProps = {
  step: ApiStepDraft;
  index: number;
  onStep(part: Partial<ApiStepDraft>): void;
  errorAt: FindFieldError;
};

const METHODS = STEP_METHODS.map((method) => ({
  value: method as ApiStepDraft["method"],
  label: method,
}));

const BODY_KINDS = [
  { value: "none", label: "No body" },
  { value: "json", label: "JSON" },
  { value: "text", label: "Text" },
] as const;

/** One request with its assertions and extractions. */
export function ApiStepFields({ step, index, onStep, errorAt }: StepFieldsProps) {
  const path = `steps.${index}`;
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <SelectField
          label="Method"
          error={errorAt(`${path}.method`, "The method")}
          value={step.method}
          options={METHODS}
          onValue={(method) => onStep({ method })}
        />
        <Field
          label="URL"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://api.example/health"
          hint="Use {{NAME}} for a variable, here and in other texts."
          error={errorAt(`${path}.url`, "The address")}
          value={step.url}
          onValue={(url) => onStep({ url })}
        />
      </div>
      <Field
        label="Step name"
        autoComplete="off"
        hint="Optional; defaults to method and path."
        error={errorAt(`${path}.name`, "The name")}
        value={step.name ?? ""}
        onValue={(name) => onStep({ name })}
      />
      <ResponseChecks
        checks={step}
        onChecks={onStep}
        errorAt={(field, label) => errorAt(`${path}.${field}`, label)}
      />
      <Request step={step} path={path} onStep={onStep} errorAt={errorAt} />
    </div>
  );
}

type RequestProps = Omit<StepFieldsProps, "index"> & { path: string };

function Request({ step, path, onStep, errorAt }: RequestProps) {
  return (
    <>
      <KeyValueEditor
        noun="Header"
        values={step.headers}
        onValues={(headers) => onStep({ headers })}
        error={errorAt(`${path}.headers`, "A header")}
      />
      <KeyValueEditor
        noun="Query parameter"
        values={step.query}
        onValues={(query) => onStep({ query })}
        error={errorAt(`${path}.query`, "A parameter")}
      />
      <div className="grid gap-3">
        <SelectField
          label="Body"
          error={step.bodyKind === "none" ? errorAt(`${path}.body`, "The body") : null}
          value={step.bodyKind}
          options={BODY_KINDS}
          onValue={(bodyKind) => onStep({ bodyKind })}
        />
        {step.bodyKind !== "none" && (
          <TextField
            label={step.bodyKind === "json" ? "JSON body" : "Text body"}
            rows={6}
            spellCheck={false}
            className="font-mono"
            hint={step.bodyKind === "json" ? "Sent as application/json." : "Sent unchanged."}
            error={errorAt(`${path}.body`, "The body")}
            value={step.body}
            onValue={(body) => onStep({ body })}
          />
        )}
      </div>
      <AuthFields
        auth={step.auth}
        onAuth={(auth) => onStep({ auth })}
        path={`${path}.auth`}
        errorAt={errorAt}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Step timeout (seconds)"
          inputMode="decimal"
          error={errorAt(`${path}.timeout`, "The timeout")}
          value={step.timeout}
          onValue={(timeout) => onStep({ timeout })}
        />
        <div className="grid content-start gap-2">
          <CheckField
            label="Follow redirects"
            isChecked={step.follow_redirects}
            onChecked={(follow_redirects) => onStep({ follow_redirects })}
          />
          <CheckField
            label="Verify certificate"
            isChecked={step.verify_tls}
            onChecked={(verify_tls) => onStep({ verify_tls })}
          />
          <CheckField
            label="Continue on failure"
            hint="The run is still marked as failed."
            isChecked={step.continue_on_failure}
            onChecked={(continue_on_failure) => onStep({ continue_on_failure })}
          />
          <CheckField
            label="Always run"
            hint="Runs even after a failed step ended the run, to clean up."
            isChecked={step.always_run}
            onChecked={(always_run) => onStep({ always_run })}
          />
        </div>
      </div>
    </>
  );
}
