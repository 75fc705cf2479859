import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { completeUrl } from "../../format.ts";
import { checkCommand } from "../runs/check-command.ts";
import { AUTH_LABELS, type AuthDraft, authBody, authDraft } from "../steps/auth-draft.ts";
import { AuthFields } from "../steps/auth-fields.tsx";
import type { CheckFieldsProps, CheckView } from "./check-view.ts";
import { HttpOptionFields } from "./http-option-fields.tsx";
import {
  EMPTY_HTTP_OPTIONS,
  type HttpOptionsDraft,
  httpOptionFacts,
  httpOptionsBody,
  httpOptionsDraft,
} from "./http-options-draft.ts";

type Method = NonNullable<Monitor["method"]>;

/** Repeated here, because the list of the contract would load its validation; the test compares them. */
export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));
const BODY_METHODS: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type UrlDraft = HttpOptionsDraft & {
  url: string;
  method: Method;
  headers: Record<string, string>;
  body: string;
  auth: AuthDraft;
};

export const urlView: CheckView<UrlDraft> = {
  label: "HTTP",
  formLabel: "Website or HTTP endpoint",
  emptyDraft: { url: "", method: "GET", headers: {}, body: "", auth: authDraft(null), ...EMPTY_HTTP_OPTIONS },
  toDraft: (monitor) => ({
    url: monitor.url ?? "",
    method: monitor.method ?? "GET",
    headers: monitor.headers,
    body: monitor.body ?? "",
    auth: authDraft(monitor.auth),
    ...httpOptionsDraft(monitor),
  }),
  toBody: ({ url, method, headers, body, auth, ...options }) => ({
    url: completeUrl(url),
    method,
    headers,
    body: BODY_METHODS.has(method) && body !== "" ? body : null,
    auth: authBody(auth),
    ...httpOptionsBody(options),
  }),
  mainFields: ["url"],
  MainFields: ({ draft, change, error }) => (
    <div className="sm:col-span-2">
      <Field
        label="URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://shop.example/health"
        value={draft.url}
        onValue={(url) => change({ url })}
        error={fieldErrorOf(error, "url", "The address")}
      />
    </div>
  ),
  AdvancedFields: (props) => (
    <>
      <RequestFields {...props} />
      <HttpOptionFields {...props} />
    </>
  ),
  withoutAssertions: "None: any 2xx or 3xx status is up.",
  toAddress: ({ url }) => url ?? "",
  toFacts(monitor) {
    const names = Object.keys(monitor.headers);
    const authentication = monitor.auth === null ? "none" : AUTH_LABELS[monitor.auth.type];
    return [
      ["Method", monitor.method ?? "GET"],
      ["Headers", names.length === 0 ? "none" : names.join(", ")],
      ["Authentication", authentication],
      ...httpOptionFacts(monitor),
    ];
  },
  toCurl(monitor) {
    const { method, url, headers, body } = monitor;
    return checkCommand({ method: method ?? "GET", url: url ?? "", headers, body: body || null }, monitor);
  },
};

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
