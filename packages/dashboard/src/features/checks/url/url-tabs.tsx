import { fieldErrorOf, fieldErrorWithin, hasErrorWithin } from "../../../api/api-error.ts";
import { TextField } from "../../../components/forms/field.tsx";
import type { FormTab } from "../../../components/forms/form-tabs.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { t } from "../../../language/t.ts";
import { QueryEditor } from "../../requests/query-editor.tsx";
import { queryTexts } from "../../requests/url-query.ts";
import { AuthFields } from "../../steps/auth-fields.tsx";
import type { CheckFieldsProps } from "../check-view.ts";
import { ConnectionFields } from "../connection-fields.tsx";
import { CONNECTION_PATHS, isConnectionSet } from "../http-options-draft.ts";
import { BODY_METHODS, type UrlDraft } from "./url-draft.ts";

/** All fields of an HTTP monitor with a default. */
export function urlTabs(props: CheckFieldsProps<UrlDraft>): FormTab[] {
  const { draft, change, error } = props;
  const hasBody = BODY_METHODS.has(draft.method);
  return [
    {
      value: "query",
      label: t("Query"),
      isSet: queryTexts(draft.url).length > 0,
      content: <QueryEditor url={draft.url} onUrl={(url) => change({ url })} />,
    },
    {
      value: "headers",
      label: t("Headers"),
      isSet: Object.keys(draft.headers).length > 0,
      hasError: hasErrorWithin(error, ["headers"]),
      content: (
        <KeyValueEditor
          noun={t("Header")}
          values={draft.headers}
          onValues={(headers) => change({ headers })}
          error={fieldErrorWithin(error, "headers", t("A header"))}
        />
      ),
    },
    {
      value: "body",
      label: t("Body"),
      isSet: hasBody && draft.body !== "",
      hasError: hasErrorWithin(error, ["body"]),
      content: hasBody ? (
        <TextField
          label={t("Request body")}
          rows={6}
          spellCheck={false}
          className="font-mono text-sm"
          value={draft.body}
          onValue={(body) => change({ body })}
          error={fieldErrorOf(error, "body", t("The body"))}
        />
      ) : (
        <p className="text-soft">
          {t("{method} sends no body. Change the method to send one.", { method: draft.method })}
        </p>
      ),
    },
    {
      value: "auth",
      label: t("Auth"),
      isSet: draft.auth.type !== "none",
      hasError: hasErrorWithin(error, ["auth"]),
      content: (
        <AuthFields
          auth={draft.auth}
          onAuth={(auth) => change({ auth })}
          path="auth"
          errorAt={(path, label) => fieldErrorOf(error, path, label)}
        />
      ),
    },
    {
      value: "connection",
      label: t("Connection"),
      isSet: isConnectionSet(draft),
      hasError: hasErrorWithin(error, CONNECTION_PATHS),
      content: <ConnectionFields {...props} />,
    },
  ];
}
