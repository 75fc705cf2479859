import { fieldErrorOf, fieldErrorWithin, hasErrorWithin } from "../../api/api-error.ts";
import { Field, TextField } from "../../components/forms/field.tsx";
import type { FormTab } from "../../components/forms/form-tabs.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { t } from "../../language/t.ts";
import type { CheckFieldsProps } from "./check-view.ts";
import { type FieldsDraft, FormControl, type FormField, isApplicable, isFieldSet } from "./fields-view.tsx";

/** Returns the advanced fields of a kind whose form is a list of fields. */
export function fieldTabs(fields: readonly FormField[]) {
  const advanced = fields.filter(({ isMain }) => !isMain);
  return (props: CheckFieldsProps<FieldsDraft>): FormTab[] => {
    const own = advanced.filter((field) => isApplicable(field, props.draft));
    const content = own.map((field) => <AnyField key={field.name} field={field} {...props} />);
    return [
      {
        value: "connection",
        label: t("Connection"),
        isSet: own.some((field) => isFieldSet(field, props.draft)),
        hasError: hasErrorWithin(
          props.error,
          own.map(({ name }) => name),
        ),
        content: <div className="grid gap-4 sm:grid-cols-2">{content}</div>,
      },
    ];
  };
}

type FieldProps = CheckFieldsProps<FieldsDraft> & { field: FormField };

function AnyField(props: FieldProps) {
  if (props.field.kind === "map") return <MapField {...props} />;
  return props.field.kind === "client_certificate" ? (
    <CertificateField {...props} />
  ) : (
    <FormControl {...props} />
  );
}

function CertificateField({ field, draft, change, error }: FieldProps) {
  const { certificate = "", key = "" } = draft[field.name] as Record<string, string>;
  const set = (part: object) => change({ [field.name]: { certificate, key, ...part } });
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          label={field.label}
          rows={4}
          spellCheck={false}
          className="font-mono text-sm"
          placeholder="-----BEGIN CERTIFICATE-----"
          hint={t("PEM: the certificate of the client, then those of its issuers. Leave blank for none.")}
          error={fieldErrorOf(error, `${field.name}.certificate`, t("The certificate"))}
          value={certificate}
          onValue={(next) => set({ certificate: next })}
        />
      </div>
      <Field
        label={t("Private key")}
        autoComplete="off"
        spellCheck={false}
        placeholder="{{CLIENT_KEY}}"
        hint={t("The name of a secret variable that contains the key in PEM, without password.")}
        error={fieldErrorOf(error, `${field.name}.key`, t("The private key"))}
        value={key}
        onValue={(next) => set({ key: next })}
      />
    </>
  );
}

function MapField({ field, draft, change, error }: FieldProps) {
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
