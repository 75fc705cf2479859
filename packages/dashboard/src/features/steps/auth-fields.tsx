import type { FindFieldError } from "../../api/api-error.ts";
import { Field, SelectField } from "../../components/forms/field.tsx";
import type { AuthDraft } from "./auth-draft.ts";

type AuthFieldsProps = {
  auth: AuthDraft;
  onAuth(auth: AuthDraft): void;
  path: string;
  errorAt: FindFieldError;
};

const TYPES = [
  { value: "none", label: "None" },
  { value: "basic", label: "Basic (user and password)" },
  { value: "bearer", label: "Bearer token" },
] as const;

const SECRET_HINT = "Store it as a secret variable and enter {{NAME}}.";

/** Text fields, not password fields: they should contain the readable name of a variable. */
export function AuthFields({ auth, onAuth, path, errorAt }: AuthFieldsProps) {
  const input = { autoComplete: "off", spellCheck: false } as const;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        label="Authentication"
        error={errorAt(`${path}.type`, "The authentication")}
        value={auth.type}
        options={TYPES}
        onValue={(type) => onAuth({ ...auth, type })}
      />
      {auth.type === "basic" && (
        <>
          <Field
            {...input}
            label="User"
            error={errorAt(`${path}.username`, "The user")}
            value={auth.username}
            onValue={(username) => onAuth({ ...auth, username })}
          />
          <Field
            {...input}
            label="Password"
            hint={SECRET_HINT}
            error={errorAt(`${path}.password`, "The password")}
            value={auth.password}
            onValue={(password) => onAuth({ ...auth, password })}
          />
        </>
      )}
      {auth.type === "bearer" && (
        <Field
          {...input}
          label="Token"
          placeholder="{{TOKEN}}"
          hint={SECRET_HINT}
          error={errorAt(`${path}.token`, "The token")}
          value={auth.token}
          onValue={(token) => onAuth({ ...auth, token })}
        />
      )}
    </div>
  );
}
