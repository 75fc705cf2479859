import { fieldErrorWithin, hasErrorWithin } from "../../api/api-error.ts";
import type { FormTab } from "../../components/forms/form-tabs.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import type { CheckFieldsProps } from "./check-view.ts";
import { type FieldsDraft, FormControl, type FormField, isFieldSet } from "./fields-view.tsx";

/** Returns the advanced fields of a kind whose form is a list of fields. */
export function fieldTabs(fields: readonly FormField[]) {
  const own = fields.filter(({ isMain }) => !isMain);
  return (props: CheckFieldsProps<FieldsDraft>): FormTab[] => [
    {
      value: "connection",
      label: "Connection",
      isSet: own.some((field) => isFieldSet(field, props.draft)),
      hasError: hasErrorWithin(
        props.error,
        own.map(({ name }) => name),
      ),
      content: (
        <div className="grid gap-4 sm:grid-cols-2">
          {own.map((field) =>
            field.kind === "map" ? (
              <MapField key={field.name} field={field} {...props} />
            ) : (
              <FormControl key={field.name} field={field} {...props} />
            ),
          )}
        </div>
      ),
    },
  ];
}

function MapField({ field, draft, change, error }: CheckFieldsProps<FieldsDraft> & { field: FormField }) {
  return (
    <div className="sm:col-span-2">
      <KeyValueEditor
        noun={field.label}
        values={draft[field.name] as Record<string, string>}
        onValues={(values) => change({ [field.name]: values })}
        error={fieldErrorWithin(error, field.name, field.label)}
      />
    </div>
  );
}
