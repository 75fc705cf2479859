import type { FindFieldError } from "../../api/api-error.ts";
import { Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { LANGUAGE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { AUTH_LABELS, type AuthDraft } from "./auth-draft.ts";

type AuthFieldsProps = {
  auth: AuthDraft;
  onAuth(auth: AuthDraft): void;
  path: string;
  errorAt: FindFieldError;
};

const TYPES = ["basic", "bearer", "digest", "oauth2_client_credentials", "mtls"] as const;
const AUTH_OPTIONS = [
  { value: "none" as const, label: t("None") },
  ...TYPES.map((value) => ({ value, label: AUTH_LABELS[value] })),
];

const METHOD_OPTIONS = [
  { value: "client_secret_basic", label: t("In the Authorization header") },
  { value: "client_secret_post", label: t("In the request body") },
] as const;

const SECRET_HINT = t("Store it as a secret variable and enter {name}.", { name: "{{NAME}}" });

/** Text fields, not password fields: they should contain the readable name of a variable. */
export function AuthFields(props: AuthFieldsProps) {
  const { auth, onAuth, path, errorAt } = props;
  const isUser = auth.type === "basic" || auth.type === "digest";
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label={t("Authentication")}
        error={errorAt(path, t("The authentication")) ?? errorAt(`${path}.type`, t("The authentication"))}
        value={auth.type}
        options={AUTH_OPTIONS}
        onValue={(type) => onAuth({ ...auth, type })}
      />
      {isUser && <AuthText {...props} name="username" label={t("User")} />}
      {isUser && <AuthText {...props} name="password" label={t("Password")} hint={SECRET_HINT} />}
      {auth.type === "bearer" && (
        <AuthText {...props} name="token" label={t("Token")} placeholder="{{TOKEN}}" hint={SECRET_HINT} />
      )}
      {auth.type === "oauth2_client_credentials" && <ClientCredentialFields {...props} />}
      {auth.type === "mtls" && <CertificateFields {...props} />}
    </div>
  );
}

function ClientCredentialFields(props: AuthFieldsProps) {
  const { auth, onAuth, path, errorAt } = props;
  return (
    <>
      <AuthText
        {...props}
        name="token_url"
        label={t("Token URL")}
        placeholder="https://login.example/token"
      />
      <AuthText {...props} name="client_id" label={t("Client ID")} />
      <AuthText {...props} name="client_secret" label={t("Client secret")} hint={SECRET_HINT} />
      <AuthText {...props} name="scopes" label={t("Scopes")} hint={t("Separated by spaces. Optional.")} />
      <AuthText {...props} name="audience" label={t("Audience")} hint={t("Optional.")} />
      <SelectField
        label={t("Send the client secret")}
        error={errorAt(`${path}.auth_method`, t("The method"))}
        value={auth.auth_method}
        options={METHOD_OPTIONS}
        onValue={(auth_method) => onAuth({ ...auth, auth_method })}
      />
    </>
  );
}

function CertificateFields(props: AuthFieldsProps) {
  const { auth, onAuth, path, errorAt } = props;
  return (
    <>
      <AuthText
        {...props}
        name="key"
        label={t("Private key")}
        placeholder="{{CLIENT_KEY}}"
        hint={t("The name of a secret variable that contains the key in PEM, without password.")}
      />
      <div className="sm:col-span-3">
        <TextField
          label={t("Client certificate")}
          rows={6}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder="-----BEGIN CERTIFICATE-----"
          hint={t("PEM: the certificate of the client, then those of its issuers.")}
          error={errorAt(`${path}.certificate`, t("The certificate"))}
          value={auth.certificate}
          onValue={(certificate) => onAuth({ ...auth, certificate })}
        />
      </div>
    </>
  );
}

type AuthTextProps = AuthFieldsProps & {
  name: Exclude<keyof AuthDraft, "type" | "auth_method">;
  label: string;
  hint?: string;
  placeholder?: string;
};

function AuthText({ auth, onAuth, path, errorAt, name, label, hint, placeholder }: AuthTextProps) {
  return (
    <Field
      label={label}
      hint={hint}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      error={errorAt(`${path}.${name}`, LANGUAGE === "en" ? `The ${phraseInSentence(label)}` : label)}
      value={auth[name]}
      onValue={(value) => onAuth({ ...auth, [name]: value })}
    />
  );
}
