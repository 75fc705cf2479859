import { useState } from "react";
import { TextField } from "../../../components/forms/field.tsx";
import { AuthFields } from "../../../features/steps/auth-fields.tsx";
import { ResponseChecks } from "../../../features/steps/response-checks.tsx";
import { t } from "../../../language/t.ts";
import { requestDrafts } from "./step-drafts.ts";
import type { RequestFieldsProps } from "./step-field-props.ts";

/** Fields of a request besides its URL: body, credentials, assertions and extractions. */
export function RequestFields({ values, errorAt, onValues }: RequestFieldsProps) {
  const [body, setBody] = useState(() => bodyText(values.body));
  const drafts = requestDrafts(values);
  return (
    <>
      <TextField
        label={t("Body")}
        hint={t("JSON is sent as JSON, other text unchanged.")}
        error={errorAt("body", t("The body"))}
        spellCheck={false}
        value={body}
        onValue={(text) => {
          setBody(text);
          onValues({ body: bodyOf(text) });
        }}
      />
      <div className="sm:col-span-full">
        <AuthFields auth={drafts.auth} onAuth={(auth) => onValues({ auth })} path="auth" errorAt={errorAt} />
      </div>
      <ResponseChecks checks={drafts} onChecks={onValues} errorAt={errorAt} />
    </>
  );
}

function bodyText(body: unknown): string {
  if (body === null || body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

/** Only objects and arrays: a single number or word is meant as text. */
function bodyOf(text: string): unknown {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    // Not JSON, or incomplete.
    return text;
  }
}
