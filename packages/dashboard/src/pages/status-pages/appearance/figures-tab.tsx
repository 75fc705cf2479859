import { PAGE_LANGUAGE_NAMES, PAGE_LANGUAGES } from "@vedette/contract/status-pages/page-languages.ts";
import { HISTORY_DAYS_MAX, HISTORY_DAYS_MIN } from "@vedette/contract/status-pages/page-limits.ts";
import { useSession } from "../../../app/session.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { TimezoneField } from "../../../components/forms/timezone-field.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import { type PageDraft, type PagePart, withLanguage } from "../editor/page-draft.ts";

const SHOW_LABELS: Record<keyof PageDraft["show"], { label: string; hint: string }> = {
  uptime: { label: t("Bars"), hint: t("One bar a day for each component.") },
  component_values: { label: t("Uptime in percent"), hint: t("Also the share of time that was observed.") },
  response_chart: { label: t("Response times"), hint: t("A chart of the last seven days.") },
  subscribers: { label: t("Subscriptions"), hint: t("Visitors can subscribe to the page.") },
};

/** Languages, time zone and what the page shows of measurements. */
export function FiguresTab({ draft, onChange, errorAt }: PagePart) {
  const { organization } = useSession();
  const { show, languages, default_language: standard } = draft;
  const offered = languages.length === 0 ? PAGE_LANGUAGES : languages;
  return (
    <>
      <SettingsSection
        title={t("Languages")}
        description={t(
          "Vedette’s own texts are translated. Visitors get the language of their browser, and can switch.",
        )}
      >
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold">{t("Offered languages")}</legend>
          <div className="grid gap-x-4 gap-y-1.5 min-[26rem]:grid-cols-2 md:grid-cols-3">
            {PAGE_LANGUAGES.map((language) => (
              <CheckField
                key={language}
                label={PAGE_LANGUAGE_NAMES[language]}
                isChecked={offered.includes(language)}
                onChecked={(isOffered) =>
                  onChange({
                    languages: withLanguage(languages, { language, isOffered, all: PAGE_LANGUAGES }),
                  })
                }
              />
            ))}
          </div>
          {errorAt("languages", t("Languages")) && (
            <p className="text-[0.8125rem] text-down">{errorAt("languages", t("Languages"))}</p>
          )}
        </fieldset>
        <SelectField
          label={t("Default language")}
          hint={t("For browsers that prefer none of them.")}
          value={standard}
          onValue={(default_language) => onChange({ default_language })}
          options={PAGE_LANGUAGES.filter((one) => offered.includes(one) || one === standard).map((value) => ({
            ...{ value, label: PAGE_LANGUAGE_NAMES[value] },
          }))}
          error={errorAt("default_language", t("The default language"))}
        />
      </SettingsSection>
      <SettingsSection title={t("Time zone")}>
        <TimezoneField
          value={draft.timezone}
          onValue={(timezone) => onChange({ timezone })}
          hint={t("Days of bars and all times. Empty: that of the organization ({timezone}).", {
            timezone: organization?.settings.timezone ?? "UTC",
          })}
          error={errorAt("timezone", t("The time zone"))}
        />
      </SettingsSection>
      <SettingsSection title={t("Figures")}>
        <div className="grid gap-3 sm:grid-cols-2">
          {(Object.keys(SHOW_LABELS) as (keyof typeof SHOW_LABELS)[]).map((name) => (
            <CheckField
              key={name}
              {...SHOW_LABELS[name]}
              isChecked={show[name]}
              onChecked={(isShown) => onChange({ show: { ...show, [name]: isShown } })}
            />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("Days of history")}
            inputMode="numeric"
            hint={t("{HISTORY_DAYS_MIN} to {HISTORY_DAYS_MAX}.", { HISTORY_DAYS_MIN, HISTORY_DAYS_MAX })}
            value={draft.historyDays}
            onValue={(historyDays) => onChange({ historyDays })}
            error={errorAt("history_days", t("The number of days"))}
          />
          <Field
            label={t("Shortest downtime in bars, in seconds")}
            inputMode="numeric"
            hint={t("Shorter downtime leaves a bar green. It still counts in the uptime.")}
            value={draft.minIncidentSeconds}
            onValue={(minIncidentSeconds) => onChange({ minIncidentSeconds })}
            error={errorAt("min_incident_seconds", t("The number of seconds"))}
          />
        </div>
      </SettingsSection>
    </>
  );
}
