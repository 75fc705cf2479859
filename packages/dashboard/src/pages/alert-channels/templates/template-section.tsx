import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import {
  BODY_CONTENT_TYPES,
  type BodyContentType,
} from "@vedette/contract/alerts/templates/body-template.ts";
import { hasBodyTemplate } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { FoldedSection } from "../../../components/forms/folded-section.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import type { TemplateDraft } from "./template-draft.ts";
import { TemplatePreview } from "./template-preview.tsx";

type TemplateFieldsProps = {
  type: AlertChannelType;
  draft: TemplateDraft;
  error: ApiError | null;
  onChange(part: Partial<TemplateDraft>): void;
};

const CONTENT_TYPE_LABELS: Record<BodyContentType, string> = {
  "application/json": "JSON",
  "application/x-www-form-urlencoded": t("Form"),
  "text/plain": t("Plain text"),
};

/** Own texts of the messages of a channel, with a preview. Closed at first if all texts are standard. */
export function TemplateSection(props: TemplateFieldsProps) {
  const { draft, error } = props;
  const hasError = error?.details.some(({ path }) => path.startsWith("templates")) ?? false;
  return (
    <FoldedSection
      title={t("Message")}
      summary={t("Own title and text, with a preview")}
      isOpenAtFirst={draft.title !== "" || draft.text !== "" || draft.body !== ""}
      hasError={hasError}
    >
      <TemplateFields {...props} />
    </FoldedSection>
  );
}

function TemplateFields({ type, draft, error, onChange }: TemplateFieldsProps) {
  const hasBody = hasBodyTemplate(type);
  const errorAt = (field: string, label: string) => fieldErrorOf(error, `templates.${field}`, label);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
      <p className="text-soft">
        <Message
          text="Leave blank for the standard texts. Insert fields such as {field}; {fields}."
          values={{
            field: <code>{"{{alert.title}}"}</code>,
            fields: (
              <a href="/docs/templates.md" className="text-accent underline">
                {t("all fields")}
              </a>
            ),
          }}
        />
      </p>
      <Field
        label={t("Title")}
        hint={t("The first line of the messages of an alert.")}
        placeholder={"[{{alert.severity}}] {{message.headline}}"}
        {...{ autoComplete: "off", spellCheck: false, value: draft.title }}
        onValue={(title) => onChange({ title })}
        error={errorAt("title", t("The title"))}
      />
      <TextField
        label={t("Text")}
        hint={t("The lines below the title.")}
        placeholder={"{{alert.message}}\n{{target.runbook_url}}"}
        {...{ spellCheck: false, value: draft.text }}
        onValue={(text) => onChange({ text })}
        error={errorAt("text", t("The text"))}
      />
      {hasBody && (
        <>
          <TextField
            label={t("Body")}
            hint={t("Replaces the whole body of every request, digests and tests included.")}
            placeholder={'{"text": "{{message.headline}}", "link": {{message.url}}}'}
            {...{ spellCheck: false, rows: 6, value: draft.body }}
            onValue={(body) => onChange({ body })}
            error={errorAt("body", t("The body"))}
          />
          <SelectField
            label={t("Format of the body")}
            value={draft.contentType}
            onValue={(contentType) => onChange({ contentType })}
            options={BODY_CONTENT_TYPES.map((value) => ({ value, label: CONTENT_TYPE_LABELS[value] }))}
            error={errorAt("content_type", t("The format"))}
          />
        </>
      )}
      <TemplatePreview type={type} draft={hasBody ? draft : { ...draft, body: "" }} />
    </div>
  );
}
