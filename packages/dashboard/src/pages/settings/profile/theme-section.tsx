import { THEME_LABELS, THEMES } from "../../../app/stored.ts";
import { setTheme, useTheme } from "../../../app/theme.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { SettingsSection } from "../settings-section.tsx";

/** The theme of this browser, as in the account menu. */
export function ThemeSection() {
  return (
    <SettingsSection title="Appearance">
      <SelectField
        label="Theme"
        value={useTheme()}
        onValue={setTheme}
        options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
        hint="Applies to this browser."
        error={null}
      />
    </SettingsSection>
  );
}
