import { useState } from "react";
import { Field, SelectField, TextField } from "../../../components/field.tsx";
import { ResponseChecks } from "../../../features/steps/response-checks.tsx";
import { checksOf } from "./step-drafts.ts";
import type { RequestFieldsProps } from "./step-field-props.ts";

type Auth = { type: "basic"; username: string; password: string } | { type: "bearer"; token: string };

const WAYS = [
  { value: "none", label: "None" },
  { value: "basic", label: "Basic (user and password)" },
  { value: "bearer", label: "Bearer token" },
] as const;

/** Fields of a request besides its URL: body, credentials, assertions and extractions. */
export function RequestFields({ values, errorAt, onValues }: RequestFieldsProps) {
  const [body, setBody] = useState(() => bodyText(values.body));
  const auth = (values.auth ?? null) as Auth | null;
  const set = (next: Auth | null) => onValues({ auth: next });
  return (
    <>
      <TextField
        label="Body"
        hint="JSON is sent as JSON, other text unchanged."
        error={errorAt("body", "The body")}
        spellCheck={false}
        value={body}
        onValue={(text) => {
          setBody(text);
          onValues({ body: bodyOf(text) });
        }}
      />
      <SelectField
        label="Credentials"
        error={errorAt("auth", "The credentials")}
        value={auth?.type ?? "none"}
        options={WAYS}
        onValue={(way) => set(emptyAuth(way))}
      />
      {auth?.type === "basic" && (
        <>
          <Field
            label="User"
            error={errorAt("auth.username", "The user")}
            value={auth.username}
            onValue={(username) => set({ ...auth, username })}
          />
          <Field
            label="Password"
            hint="Use a secret: {{SHOP_PASSWORD}}"
            error={errorAt("auth.password", "The password")}
            value={auth.password}
            onValue={(password) => set({ ...auth, password })}
          />
        </>
      )}
      {auth?.type === "bearer" && (
        <Field
          label="Token"
          hint="Use a secret: {{SHOP_TOKEN}}"
          error={errorAt("auth.token", "The token")}
          value={auth.token}
          onValue={(token) => set({ type: "bearer", token })}
        />
      )}
      <ResponseChecks checks={checksOf(values)} onChecks={onValues} errorAt={errorAt} />
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
