import { THEME_LABELS, THEMES } from "../../../app/stored.ts";
import { setTheme, useTheme } from "../../../app/theme.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { useLeave } from "../../../components/forms/use-leave.tsx";
import { chooseLanguage, LANGUAGES, type Language, storedLanguage } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";

const LANGUAGE_OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({
  value: value as Language,
  label,
}));

/** The theme and the language of this browser, as in the account menu. */
export function ThemeSection() {
  const { leave, question } = useLeave();
  return (
    <SettingsSection title={t("Appearance")}>
      <SelectField
        label={t("Theme")}
        value={useTheme()}
        onValue={setTheme}
        options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
        hint={t("Applies to this browser.")}
        error={null}
      />
      <SelectField
        label={t("Language")}
        value={storedLanguage() ?? "browser"}
        onValue={(choice) => leave(() => chooseLanguage(choice === "browser" ? null : choice))}
        options={[{ value: "browser" as const, label: t("As in the browser") }, ...LANGUAGE_OPTIONS]}
        hint={t("Applies to this browser. The page loads again.")}
        error={null}
      />
      {question}
    </SettingsSection>
  );
}
