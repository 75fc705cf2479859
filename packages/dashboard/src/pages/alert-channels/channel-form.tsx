import { Link } from "@tanstack/react-router";
import { channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import { hasBodyTemplate } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { useState } from "react";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { useSendsMail } from "../../app/visitor.tsx";
import { buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { type ChannelDraft, fieldsOf } from "./channel-draft.ts";
import { ChannelConfigFields } from "./channel-fields.tsx";
import { ChannelTypeField } from "./channel-type-field.tsx";
import { DeliveryOptions } from "./delivery-options.tsx";
import { TemplateSection } from "./templates/template-section.tsx";

type ChannelFormProps = {
  initial: ChannelDraft;
  isNew: boolean;
  /** Resolves to false if nothing was saved. */
  onSave(draft: ChannelDraft): Promise<unknown>;
};

/** Form that creates or edits an alert channel. */
export function ChannelForm({ initial, isNew, onSave }: ChannelFormProps) {
  const sendsMail = useSendsMail();
  const [draft, setDraft] = useState(initial);
  const submission = useSubmission(() => onSave(draft), draft);
  const { error } = submission;
  const change = (part: Partial<ChannelDraft>) => setDraft({ ...draft, ...part });
  const fields = { draft, error, onChange: change, sendsMail };
  return (
    <SubmitForm
      className="card max-w-2xl gap-5 p-6"
      fields={pathsShownAtFields(draft, error)}
      submission={submission}
      submit={{ label: isNew ? t("Add channel") : t("Save"), busy: t("Saving …") }}
      cancel={
        <Link to="/alerts/channels" className={buttonClass()}>
          {isNew ? t("Cancel") : t("Back")}
        </Link>
      }
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("On-call")}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      {isNew && <ChannelTypeField {...fields} />}
      <ChannelConfigFields {...fields} />
      <DeliveryOptions draft={draft} error={error} onChange={change} />
      <TemplateSection
        type={draft.type}
        draft={draft.templates}
        error={error}
        onChange={(part) => change({ templates: { ...draft.templates, ...part } })}
      />
      {!isNew && hasSecrets(draft) && (
        <p className="text-[0.8125rem] text-soft">
          {t("Only the last characters of a secret are shown. Fields you leave unchanged keep their value.")}
        </p>
      )}
    </SubmitForm>
  );
}

function hasSecrets(draft: ChannelDraft): boolean {
  const { secrets } = channelDeclaration(draft.type);
  return fieldsOf(draft).some(({ key }) => secrets[key] !== undefined);
}

/** The paths of an error if each is at a field of the form: then nothing is left for a notice above them. */
function pathsShownAtFields(draft: ChannelDraft, error: ApiError | null): readonly string[] {
  const paths = error?.details.map(({ path }) => path) ?? [];
  const configs = fieldsOf(draft).map(({ key }) => `config.${key}`);
  const templates = ["title", "text", ...(hasBodyTemplate(draft.type) ? ["body", "content_type"] : [])];
  const shown = [
    "name",
    "type",
    ...configs,
    ...templates.map((field) => `templates.${field}`),
    "quiet_hours",
  ];
  const isShown = (path: string) => shown.some((one) => path === one || path.startsWith(`${one}.`));
  return paths.every(isShown) ? paths : [];
}
