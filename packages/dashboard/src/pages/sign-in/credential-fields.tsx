import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { Field } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";

type CredentialFieldProps = {
  autoFocus?: boolean;
  value: string;
  onValue(value: string): void;
  error: ApiError | null;
};

/** The email address of an account. */
export function EmailField({ error, ...field }: CredentialFieldProps) {
  return (
    <Field
      {...field}
      label={t("Email")}
      type="email"
      name="email"
      // Browsers that have passkeys of this site offer them here.
      autoComplete="username webauthn"
      error={fieldErrorOf(error, "email", t("Email"))}
    />
  );
}

type PasswordFieldProps = CredentialFieldProps & { label?: string; isNew?: boolean };

/** The password of an account, or a new one. */
export function PasswordField({ error, isNew = false, label = t("Password"), ...field }: PasswordFieldProps) {
  return (
    <Field
      {...field}
      label={label}
      type="password"
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      hint={
        isNew &&
        t("At least {PASSWORD_LENGTH_MIN} characters; a passphrase is fine.", { PASSWORD_LENGTH_MIN })
      }
      error={fieldErrorOf(error, "password", t("Password"))}
    />
  );
}
