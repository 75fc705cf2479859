import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import type { NewPerson } from "../../api/people-api.ts";
import { Field } from "../../components/field.tsx";

type NewPersonFieldsProps = { person: NewPerson; onPerson(person: NewPerson): void; error: ApiError | null };

export const EMPTY_PERSON: NewPerson = { name: "", email: "", password: "" };

/** Name, email and password fields of a sign-up form. */
export function NewPersonFields({ person, onPerson, error }: NewPersonFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        autoFocus
        value={person.name}
        onValue={(name) => onPerson({ ...person, name })}
        error={fieldErrorOf(error, "name", "Name")}
      />
      <Field
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={person.email}
        onValue={(email) => onPerson({ ...person, email })}
        error={fieldErrorOf(error, "email", "Email")}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH_MIN} characters; a passphrase is fine.`}
        value={person.password}
        onValue={(password) => onPerson({ ...person, password })}
        error={fieldErrorOf(error, "password", "Password")}
      />
    </>
  );
}
