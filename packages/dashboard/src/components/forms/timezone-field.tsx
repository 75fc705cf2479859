import { useId } from "react";
import { t } from "../../language/t.ts";
import { Field } from "./field.tsx";

type TimezoneFieldProps = {
  value: string;
  onValue(value: string): void;
  hint?: string;
  error: string | null;
};

/** A time zone: typing searches the names. The server rejects a name that does not exist. */
export function TimezoneField({ value, hint, ...field }: TimezoneFieldProps) {
  const id = useId();
  const own = browserTimezone();
  return (
    <>
      <Field
        {...field}
        label={t("Time zone")}
        value={value}
        hint={hint ?? t("Type to search, for example {own}.", { own })}
        list={id}
        autoComplete="off"
        spellCheck={false}
        // Otherwise the list would show only the names that contain the present value.
        onFocus={(event) => event.currentTarget.select()}
      />
      <datalist id={id}>
        {[own, "UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own)].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
