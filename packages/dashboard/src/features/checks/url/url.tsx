import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { completeUrl } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { AUTH_LABELS, authBody, authDraft } from "../../steps/auth-draft.ts";
import type { CheckView } from "../check-view.ts";
import {
  EMPTY_HTTP_OPTIONS,
  httpOptionFacts,
  httpOptionsBody,
  httpOptionsDraft,
} from "../http-options-draft.ts";
import { BODY_METHODS, METHODS, type UrlDraft } from "./url-draft.ts";

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

export const urlView: CheckView<UrlDraft> = {
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
  mainFields: ["method", "url"],
  MainFields: ({ draft, change, error }) => (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <SelectField
        label={t("Method")}
        value={draft.method}
        onValue={(method) => change({ method })}
        options={METHOD_OPTIONS}
        error={fieldErrorOf(error, "method", t("The method"))}
      />
      <Field
        label="URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://shop.example/health"
        value={draft.url}
        onValue={(url) => change({ url })}
        error={fieldErrorOf(error, "url", t("The address"))}
      />
    </div>
  ),
  withPlainHttp(draft) {
    const url = completeUrl(draft.url);
    return url.startsWith("https://") ? { ...draft, url: url.replace(/^https/, "http") } : null;
  },
  withoutAssertions: t("None: any 2xx or 3xx status is up."),
  toAddress: ({ url }) => url ?? "",
  toFacts(monitor) {
    const names = Object.keys(monitor.headers);
    const authentication = monitor.auth === null ? t("none") : AUTH_LABELS[monitor.auth.type];
    return [
      [t("Method"), monitor.method ?? "GET"],
      [t("Headers"), names.length === 0 ? t("none") : names.join(", ")],
      [t("Authentication"), authentication],
      ...httpOptionFacts(monitor),
    ];
  },
};
