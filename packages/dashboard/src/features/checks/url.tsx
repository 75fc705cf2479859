import { lazy } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { Field } from "../../components/forms/field.tsx";
import { completeUrl } from "../../format.ts";
import { checkCommand } from "../runs/check-command.ts";
import { AUTH_LABELS, authBody, authDraft } from "../steps/auth-draft.ts";
import type { CheckView } from "./check-view.ts";
import {
  EMPTY_HTTP_OPTIONS,
  httpOptionFacts,
  httpOptionsBody,
  httpOptionsDraft,
} from "./http-options-draft.ts";
import { BODY_METHODS, type UrlDraft } from "./url-draft.ts";

/** Imported lazily: the form is on the first page of a new installation. */
const UrlAdvancedFields = lazy(async () => ({
  default: (await import("./url-request-fields.tsx")).UrlAdvancedFields,
}));

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
  AdvancedFields: (props) => <UrlAdvancedFields {...props} />,
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
