import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { TagInput } from "../../components/forms/tag-input.tsx";
import { Notice } from "../../components/notice.tsx";
import { CHANNEL_TYPE_LABELS, type ChannelDraft, channelTypesFor, fieldsOf } from "./channel-types.ts";

export type ChannelFieldsProps = {
  draft: ChannelDraft;
  error: ApiError | null;
  onChange(part: Partial<ChannelDraft>): void;
};

/** Selects the type of a new channel. A type that cannot work on this server comes last. */
export function ChannelTypeField({ draft, error, onChange, sendsMail }: ChannelFieldsProps & SendsMail) {
  return (
    <SelectField
      label="Type"
      value={draft.type}
      onValue={(type) => onChange({ type })}
      options={channelTypesFor(sendsMail).map((value) => ({
        value,
        label: `${CHANNEL_TYPE_LABELS[value]}${value === "email" && !sendsMail ? " (no mail server)" : ""}`,
      }))}
      error={fieldErrorOf(error, "type", "The type")}
    />
  );
}

type SendsMail = { /** Whether this server sends mail. */ sendsMail: boolean };

/** The configuration of a channel: recipients, URLs, tokens. */
export function ChannelConfigFields({ draft, error, onChange, sendsMail }: ChannelFieldsProps & SendsMail) {
  return (
    <>
      {draft.type === "slack" && (
        <SelectField
          label="Connection"
          value={draft.slackMethod}
          onValue={(slackMethod) => onChange({ slackMethod })}
          options={[
            { value: "webhook", label: "Incoming webhook" },
            { value: "bot", label: "Bot token (recoveries reply in the thread)" },
          ]}
          error={null}
        />
      )}
      {draft.type === "email" && !sendsMail && (
        <Notice kind="warning">
          This server sends no mail, so this channel cannot deliver. Its operator must set SMTP_URL and
          VEDETTE_MAIL_FROM.
        </Notice>
      )}
      {draft.type === "email" && (
        <TagInput
          label="Recipients"
          hint="Up to 20 email addresses. Press Enter or comma to add."
          tags={draft.recipients}
          onTags={(recipients) => onChange({ recipients })}
          error={firstError(error, "config.recipients", "The recipients")}
        />
      )}
      {fieldsOf(draft).map(({ key, label, hint, placeholder }) => (
        <Field
          key={key}
          label={label}
          hint={hint}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={draft.texts[key] ?? ""}
          onValue={(text) => onChange({ texts: { ...draft.texts, [key]: text } })}
          error={fieldErrorOf(error, `config.${key}`, "The value")}
        />
      ))}
      {draft.type === "webhook" && (
        <KeyValueEditor
          noun="Header"
          values={draft.headers}
          onValues={(headers) => onChange({ headers })}
          error={firstError(error, "config.headers", "The header")}
        />
      )}
    </>
  );
}

/** Returns the error of a list or of its first invalid entry: "The recipients (number 2) must be an email address." */
function firstError(error: ApiError | null, path: string, label: string): string | null {
  const detail = error?.details.find((one) => one.path === path || one.path.startsWith(`${path}.`));
  if (!detail) return null;
  const entry = detail.path.slice(path.length + 1);
  const which = /^\d+$/.test(entry) ? ` (number ${Number(entry) + 1})` : entry && ` '${entry}'`;
  return `${label}${which} ${detail.message}.`;
}
