import { useState } from "react";
import { Field, SelectField, TextField } from "../../../components/field.tsx";
import { RequestChecks } from "./request-checks.tsx";
import type { RequestFieldsProps } from "./step-field-props.ts";

type Auth = { type: "basic"; username: string; password: string } | { type: "bearer"; token: string };

const WAYS = [
  { value: "none", label: "None" },
  { value: "basic", label: "User and password" },
  { value: "bearer", label: "Bearer token" },
] as const;

/** What a request has beside its address: body, credentials, what its answer must be and what is taken of it. */
export function RequestFields({ values, faultAt, onValues }: RequestFieldsProps) {
  const [body, setBody] = useState(() => bodyText(values.body));
  const auth = (values.auth ?? null) as Auth | null;
  const set = (next: Auth | null) => onValues({ auth: next });
  return (
    <>
      <TextField
        label="Body"
        hint="JSON is sent as JSON, anything else as it is."
        fault={faultAt("body", "The body")}
        spellCheck={false}
        value={body}
        onValue={(text) => {
          setBody(text);
          onValues({ body: bodyOf(text) });
        }}
      />
      <SelectField
        label="Credentials"
        fault={faultAt("auth", "The credentials")}
        value={auth?.type ?? "none"}
        options={WAYS}
        onValue={(way) => set(emptyAuth(way))}
      />
      {auth?.type === "basic" && (
        <>
          <Field
            label="User"
            fault={faultAt("auth.username", "The user")}
            value={auth.username}
            onValue={(username) => set({ ...auth, username })}
          />
          <Field
            label="Password"
            hint="Better a secret: {{SHOP_PASSWORD}}"
            fault={faultAt("auth.password", "The password")}
            value={auth.password}
            onValue={(password) => set({ ...auth, password })}
          />
        </>
      )}
      {auth?.type === "bearer" && (
        <Field
          label="Token"
          hint="Better a secret: {{SHOP_TOKEN}}"
          fault={faultAt("auth.token", "The token")}
          value={auth.token}
          onValue={(token) => set({ type: "bearer", token })}
        />
      )}
      <RequestChecks values={values} faultAt={faultAt} onValues={onValues} />
    </>
  );
}

function emptyAuth(way: (typeof WAYS)[number]["value"]): Auth | null {
  if (way === "none") return null;
  return way === "basic" ? { type: way, username: "", password: "" } : { type: way, token: "" };
}

function bodyText(body: unknown): string {
  if (body === null || body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

/** Only objects and lists: a lone number or word is text to whoever writes it. */
function bodyOf(text: string): unknown {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    // Not JSON, or not yet.
    return text;
  }
}
