import { channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { ChannelFormField } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import { OWN_SMTP } from "@vedette/contract/alerts/channels/general/email.ts";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { TagInput } from "../../components/forms/tag-input.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import {
  type ChannelDraft,
  type ChannelValue,
  connectionOf,
  fieldsOf,
  headersValue,
  listValue,
  textValue,
} from "./channel-draft.ts";
import { channelText } from "./contract-texts.ts";
import { MembersField } from "./members-field.tsx";

export type ChannelFieldsProps = {
  draft: ChannelDraft;
  error: ApiError | null;
  onChange(part: Partial<ChannelDraft>): void;
  /** Whether this server sends mail. */
  sendsMail: boolean;
};

/** The configuration of a channel, from the declaration of its type. */
export function ChannelConfigFields({ draft, error, onChange, sendsMail }: ChannelFieldsProps) {
  const connection = connectionOf(draft);
  return (
    <>
      {connection && (
        <SelectField
          label={t("Connection")}
          value={connection.key}
          onValue={(key) => onChange({ connection: key })}
          options={(channelDeclaration(draft.type).connections ?? []).map(({ key, label }) => ({
            value: key,
            label: channelText(label),
          }))}
          error={null}
        />
      )}
      {draft.type === "email" && !sendsMail && connection?.key !== OWN_SMTP && (
        <Notice kind="warning">
          {t(
            "This server sends no mail, so this channel cannot deliver. Its operator must set SMTP_URL and VEDETTE_MAIL_FROM, or choose an own SMTP server.",
          )}
        </Notice>
      )}
      {fieldsOf(draft).map((field) => (
        <ConfigField
          key={field.key}
          field={field}
          draft={draft}
          error={error}
          onValue={(value) => onChange({ values: { ...draft.values, [field.key]: value } })}
        />
      ))}
    </>
  );
}

type ConfigFieldProps = {
  field: ChannelFormField;
  draft: ChannelDraft;
  error: ApiError | null;
  onValue(value: ChannelValue): void;
};

function ConfigField({ field, draft, error, onValue }: ConfigFieldProps) {
  const { key, placeholder, input } = field;
  const label = channelText(field.label);
  const hint = channelText(field.hint);
  const options = (field.options ?? []).map((option) => ({ ...option, label: channelText(option.label) }));
  const path = `config.${key}`;
  switch (input) {
    case "list":
      return (
        <TagInput
          label={label}
          hint={hint}
          tags={listValue(draft, field)}
          onTags={onValue}
          error={firstError(error, path, SUBJECTS[key] ?? label)}
        />
      );
    case "members":
      return (
        <MembersField
          label={label}
          hint={hint}
          chosen={listValue(draft, field)}
          onChosen={onValue}
          error={firstError(error, path, SUBJECTS[key] ?? label)}
        />
      );
    case "headers":
      return (
        <KeyValueEditor
          noun={label}
          values={headersValue(draft, field)}
          onValues={onValue}
          error={firstError(error, path, SUBJECTS[key] ?? label)}
        />
      );
    case "switch":
      return (
        <CheckField label={label} hint={hint} isChecked={draft.values[key] === true} onChecked={onValue} />
      );
    case "select":
      return (
        <SelectField
          label={label}
          hint={hint}
          value={textValue(draft, field)}
          onValue={onValue}
          options={options}
          error={fieldErrorOf(error, path, t("The value"))}
        />
      );
    default:
      return (
        <Field
          label={label}
          hint={hint}
          placeholder={placeholder}
          type={input === "password" ? "password" : "text"}
          inputMode={input === "number" ? "numeric" : undefined}
          autoComplete={input === "password" ? "new-password" : "off"}
          spellCheck={false}
          value={textValue(draft, field)}
          onValue={onValue}
          error={fieldErrorOf(error, path, t("The value"))}
        />
      );
  }
}

/** Returns the error of a list or of its first invalid entry: "The recipients (number 2) must be an email address." */
function firstError(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
  if (!detail) return null;
  const entry = detail.path.slice(path.length + 1);
  const which = /^\d+$/.test(entry)
    ? ` ${t("(number {number})", { number: Number(entry) + 1 })}`
    : entry && ` '${entry}'`;
  return `${label}${which} ${detail.message}.`;
}

/** The fields that are a list, as a subject. */
const SUBJECTS: Readonly<Record<string, string>> = {
  recipients: t("The recipients"),
  to: t("The recipients"),
  people: t("The members"),
  labels: t("The labels"),
  headers: t("The header"),
};
