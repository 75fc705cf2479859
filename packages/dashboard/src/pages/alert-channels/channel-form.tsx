import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { buttonClass } from "../../components/button.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { KeyValueEditor } from "../../components/forms/key-value-editor.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { TagInput } from "../../components/forms/tag-input.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { CHANNEL_TYPE_LABELS, CHANNEL_TYPES, type ChannelDraft, fieldsOf } from "./channel-types.ts";

type ChannelFormProps = { initial: ChannelDraft; isNew: boolean; onSave(draft: ChannelDraft): Promise<void> };

/** Form that creates or edits an alert channel. */
export function ChannelForm({ initial, isNew, onSave }: ChannelFormProps) {
  const [draft, setDraft] = useState(initial);
  const submission = useSubmission(() => onSave(draft));
  const { error } = submission;
  const change = (part: Partial<ChannelDraft>) => setDraft({ ...draft, ...part });
  return (
    <SubmitForm
      className="card max-w-2xl gap-5 p-6"
      submission={submission}
      submit={{ label: isNew ? "Add channel" : "Save", busy: "Saving …" }}
      cancel={
        <Link to="/alerts/channels" className={buttonClass()}>
          {isNew ? "Cancel" : "Back"}
        </Link>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          autoComplete="off"
          placeholder="On-call"
          value={draft.name}
          onValue={(name) => change({ name })}
          error={fieldErrorOf(error, "name", "The name")}
        />
        {isNew && (
          <SelectField
            label="Type"
            value={draft.type}
            onValue={(type) => change({ type })}
            options={CHANNEL_TYPES.map((value) => ({ value, label: CHANNEL_TYPE_LABELS[value] }))}
            error={fieldErrorOf(error, "type", "The type")}
          />
        )}
      </div>
      <ConfigFields draft={draft} error={error} onChange={change} />
      {!isNew && draft.type !== "email" && (
        <p className="text-[0.8125rem] text-soft">
          Only the last characters of a secret are shown. Fields you leave unchanged keep their value.
        </p>
      )}
    </SubmitForm>
  );
}

type ConfigFieldsProps = {
  draft: ChannelDraft;
  error: ApiError | null;
  onChange(part: Partial<ChannelDraft>): void;
};

function ConfigFields({ draft, error, onChange }: ConfigFieldsProps) {
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
