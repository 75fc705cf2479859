import { PASSWORD_LENGTH_MIN } from "@vedette/contract/people/password-length.ts";
import { type ApiError, faultOf } from "../../api/api-error.ts";
import type { NewPerson } from "../../api/people-api.ts";
import { Field } from "../../components/field.tsx";

type NewPersonFieldsProps = { person: NewPerson; onPerson(person: NewPerson): void; error: ApiError | null };

export const NOBODY: NewPerson = { name: "", email: "", password: "" };

/** Name, address and password of somebody who signs up. */
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
        fault={faultOf(error, "name", "Name")}
      />
      <Field
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={person.email}
        onValue={(email) => onPerson({ ...person, email })}
        fault={faultOf(error, "email", "E-mail")}
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH_MIN} characters; a few words in a row are good.`}
        value={person.password}
        onValue={(password) => onPerson({ ...person, password })}
        fault={faultOf(error, "password", "Password")}
      />
    </>
  );
}
