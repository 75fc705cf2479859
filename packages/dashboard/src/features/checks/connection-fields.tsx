import { fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { t } from "../../language/t.ts";
import type { CheckFieldsProps } from "./check-view.ts";
import { SECRET_HINT } from "./common-fields.ts";
import { type HttpOptionsDraft, KEEP_BODY_OPTIONS } from "./http-options-draft.ts";
import { IpFamilyField } from "./ip-family-field.tsx";

/** How an HTTP check connects, follows redirects and judges a status. */
export function ConnectionFields({ draft, change, error }: CheckFieldsProps<HttpOptionsDraft>) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Accepted statuses")}
          hint={t("For example 200-299, 401. Leave blank for 200 to 399, or for what the assertions expect.")}
          autoComplete="off"
          spellCheck={false}
          placeholder="200-299, 401"
          value={draft.acceptStatuses}
          onValue={(acceptStatuses) => change({ acceptStatuses })}
          error={fieldErrorWithin(error, "accept_statuses", t("Each accepted status"))}
        />
        <IpFamilyField value={draft.ipFamily} onValue={(ipFamily) => change({ ipFamily })} error={error} />
      </div>
      <CheckField
        label={t("Follow redirects")}
        isChecked={draft.followsRedirects}
        onChecked={(followsRedirects) => change({ followsRedirects })}
      />
      {draft.followsRedirects && (
        <div className="sm:max-w-48">
          <Field
            label={t("Maximum redirects")}
            hint={t("0 to 20. One more fails the check.")}
            inputMode="numeric"
            value={draft.maxRedirects}
            onValue={(maxRedirects) => change({ maxRedirects })}
            error={fieldErrorOf(error, "max_redirects", t("The maximum"))}
          />
        </div>
      )}
      <CheckField
        label={t("Verify certificate")}
        hint={t("If off, expired or mismatched certificates are accepted.")}
        isChecked={draft.verifiesTls}
        onChecked={(verifiesTls) => change({ verifiesTls })}
      />
      <CheckField
        label={t("Bypass caches")}
        hint={t("Adds a random query parameter to each attempt.")}
        isChecked={draft.cacheBust}
        onChecked={(cacheBust) => change({ cacheBust })}
      />
      <CheckField
        label={t("Send traceparent")}
        hint={t("Starts a trace with each attempt (W3C Trace Context). Results show its ID.")}
        isChecked={draft.traceparent}
        onChecked={(traceparent) => change({ traceparent })}
      />
      <div className="sm:max-w-80">
        <SelectField
          label={t("Keep response body")}
          hint={t("Headers and up to 64 KiB of text, shown with the result.")}
          value={draft.keepBody}
          options={KEEP_BODY_OPTIONS}
          onValue={(keepBody) => change({ keepBody })}
          error={fieldErrorOf(error, "keep_body", t("The choice"))}
        />
      </div>
      <ProxyFields draft={draft} change={change} error={error} />
      <KeyValueEditor
        noun={t("DNS override")}
        placeholders={["shop.example:443", "192.0.2.10"]}
        values={draft.resolve}
        onValues={(resolve) => change({ resolve })}
        error={fieldErrorWithin(error, "resolve", t("A DNS override"))}
      />
    </>
  );
}

function ProxyFields({ draft, change, error }: CheckFieldsProps<HttpOptionsDraft>) {
  const input = { autoComplete: "off", spellCheck: false } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        {...input}
        label={t("Proxy")}
        hint={t("http://, https:// or socks5://, host and port. Leave blank for none.")}
        placeholder="http://proxy.example:3128"
        value={draft.proxyUrl}
        onValue={(proxyUrl) => change({ proxyUrl })}
        error={fieldErrorOf(error, "proxy.url", t("The proxy"))}
      />
      {draft.proxyUrl.trim() !== "" && (
        <>
          <Field
            {...input}
            label={t("Proxy user")}
            hint={t("Leave blank for none.")}
            value={draft.proxyUser}
            onValue={(proxyUser) => change({ proxyUser })}
            error={fieldErrorOf(error, "proxy.auth.username", t("The user"))}
          />
          <Field
            {...input}
            label={t("Proxy password")}
            hint={SECRET_HINT}
            value={draft.proxyPassword}
            onValue={(proxyPassword) => change({ proxyPassword })}
            error={fieldErrorOf(error, "proxy.auth.password", t("The password"))}
          />
        </>
      )}
    </div>
  );
}
