import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import type { NewPerson } from "../../api/people-api.ts";
import { Field } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { EmailField, PasswordField } from "./credential-fields.tsx";

type NewPersonFieldsProps = { person: NewPerson; onPerson(person: NewPerson): void; error: ApiError | null };

export const EMPTY_PERSON: NewPerson = { name: "", email: "", password: "" };

/** Name, email and password fields of a sign-up form. */
export function NewPersonFields({ person, onPerson, error }: NewPersonFieldsProps) {
  return (
    <>
      <Field
        label={t("Name")}
        name="name"
        autoComplete="name"
        autoFocus
        value={person.name}
        onValue={(name) => onPerson({ ...person, name })}
        error={fieldErrorOf(error, "name", t("Name"))}
      />
      <EmailField value={person.email} onValue={(email) => onPerson({ ...person, email })} error={error} />
      <PasswordField
        isNew
        value={person.password}
        onValue={(password) => onPerson({ ...person, password })}
        error={error}
      />
    </>
  );
}
