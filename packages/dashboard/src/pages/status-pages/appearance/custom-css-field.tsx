import { TextField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import type { PagePart } from "../editor/page-draft.ts";

/** The findings of the server are shown when the page is saved; the preview names them before. */
export function CustomCssField({ draft, onChange, errorAt }: PagePart) {
  return (
    <TextField
      label={t("Style sheet")}
      rows={10}
      spellCheck={false}
      autoCapitalize="off"
      className="font-mono"
      placeholder={".brand { letter-spacing: 0.02em; }"}
      hint={t("At most 64 KiB. url() can name images/logo_light, images/logo_dark and images/favicon.")}
      value={draft.custom_css}
      onValue={(custom_css) => onChange({ custom_css })}
      error={errorAt("custom_css", t("The style sheet"))}
    />
  );
}
