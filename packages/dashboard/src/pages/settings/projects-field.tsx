import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { Field } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";

type ProjectsFieldProps = { value: string; onValue(value: string): void; error: ApiError | null };

/** Projects of configuration as code, as one line of text. */
export function ProjectsField({ value, onValue, error }: ProjectsFieldProps) {
  return (
    <Field
      label={t("Projects")}
      autoComplete="off"
      placeholder={"shop, team-*"}
      hint={t("Names or patterns of projects, separated by commas.")}
      value={value}
      onValue={onValue}
      error={
        fieldErrorOf(error, "projects", t("The list of projects")) ??
        fieldErrorWithin(error, "projects", t("Each entry"))
      }
    />
  );
}

/** Reads a line of entries that are separated by commas. */
export function entriesOf(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
