import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import type { PageDraft, PagePart } from "./page-draft.ts";

const AUTOMATIC_OPTIONS = [
  { value: "never", label: t("Never: you post incidents") },
  { value: "draft", label: t("Draft: you review and publish") },
  { value: "publish", label: t("Publish: visitors see it at once") },
] as const satisfies readonly { value: PageDraft["automatic"]["incidents"]; label: string }[];

export function SettingsTab({ draft, onChange, errorAt }: PagePart) {
  const { automatic } = draft;
  return (
    <>
      <SettingsSection title={t("Page")}>
        <Field
          label={t("Title")}
          autoComplete="off"
          value={draft.title}
          onValue={(title) => onChange({ title })}
          error={errorAt("title", t("The title"))}
        />
        <Field
          label={t("Slug")}
          autoComplete="off"
          spellCheck={false}
          hint={t("The last part of the address. The old address redirects for 30 days.")}
          value={draft.slug}
          onValue={(slug) => onChange({ slug })}
          error={errorAt("slug", t("The slug"))}
        />
        <TextField
          label={t("Description")}
          hint={t("Below the title. Markdown: **bold**, lists and links.")}
          value={draft.description}
          onValue={(description) => onChange({ description })}
          error={errorAt("description", t("The description"))}
        />
        <CheckField
          label={t("Hide from search engines")}
          hint={t("Asks them not to list the page.")}
          isChecked={draft.noindex}
          onChecked={(noindex) => onChange({ noindex })}
        />
      </SettingsSection>
      <SettingsSection
        title={t("Automatic incidents")}
        description={t(
          "The status of components always follows their targets. A critical alert can also become an incident.",
        )}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t("On a critical alert")}
            value={automatic.incidents}
            onValue={(incidents) => onChange({ automatic: { ...automatic, incidents } })}
            options={AUTOMATIC_OPTIONS}
            error={errorAt("automatic.incidents", t("The choice"))}
          />
          {automatic.incidents !== "never" && (
            <Field
              label={t("After seconds")}
              inputMode="numeric"
              hint={t("How long the alert must stay open.")}
              value={automatic.afterSeconds}
              onValue={(afterSeconds) => onChange({ automatic: { ...automatic, afterSeconds } })}
              error={errorAt("automatic.publish_after_seconds", t("The number of seconds"))}
            />
          )}
        </div>
      </SettingsSection>
    </>
  );
}
