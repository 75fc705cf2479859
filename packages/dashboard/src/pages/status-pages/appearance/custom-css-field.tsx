import { TextField } from "../../../components/forms/field.tsx";
import type { PagePart } from "../editor/page-draft.ts";

/** The findings of the server are shown when the page is saved; the preview names them before. */
export function CustomCssField({ draft, onChange, errorAt }: PagePart) {
  return (
    <TextField
      label="Style sheet"
      rows={10}
      spellCheck={false}
      autoCapitalize="off"
      className="font-mono"
      placeholder=".brand { letter-spacing: 0.02em; }"
      hint="At most 64 KiB. url() can name images/logo_light, images/logo_dark and images/favicon."
      value={draft.custom_css}
      onValue={(custom_css) => onChange({ custom_css })}
      error={errorAt("custom_css", "The style sheet")}
    />
  );
}
