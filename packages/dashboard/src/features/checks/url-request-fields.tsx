import { fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { SelectField, TextField } from "../../components/forms/field.tsx";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { AuthFields } from "../steps/auth-fields.tsx";
import type { CheckFieldsProps } from "./check-view.ts";
import { HttpOptionFields } from "./http-option-fields.tsx";
import { BODY_METHODS, METHODS, type UrlDraft } from "./url-draft.ts";

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

/** All fields of an HTTP monitor with a default. */
export function UrlAdvancedFields(props: CheckFieldsProps<UrlDraft>) {
  return (
    <>
      <RequestFields {...props} />
      <HttpOptionFields {...props} />
    </>
  );
}

function RequestFields({ draft, change, error }: CheckFieldsProps<UrlDraft>) {
  return (
    <FieldGroup title="Request">
      <div className="sm:max-w-48">
        <SelectField
          label="Method"
          value={draft.method}
          onValue={(method) => change({ method })}
          options={METHOD_OPTIONS}
          error={fieldErrorOf(error, "method", "The method")}
        />
      </div>
      <KeyValueEditor
        noun="Header"
        values={draft.headers}
        onValues={(headers) => change({ headers })}
        error={fieldErrorWithin(error, "headers", "A header")}
      />
      {BODY_METHODS.has(draft.method) && (
        <TextField
          label="Body"
          spellCheck={false}
          value={draft.body}
          onValue={(body) => change({ body })}
          error={fieldErrorOf(error, "body", "The body")}
        />
      )}
      <AuthFields
        auth={draft.auth}
        onAuth={(auth) => change({ auth })}
        path="auth"
        errorAt={(path, label) => fieldErrorOf(error, path, label)}
      />
    </FieldGroup>
  );
}
