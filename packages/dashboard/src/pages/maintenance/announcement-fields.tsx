import { fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { CheckField, TextField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { useStatusPages } from "../status-pages/use-status-pages.ts";
import type { WindowPart } from "./window-part.ts";

/** Which status pages announce the window, and what they say about it. */
export function AnnouncementFields({ draft: { showOn, announcement }, error, onChange }: WindowPart) {
  const { data: pages = [] } = useStatusPages();
  if (pages.length === 0) return null;
  const problem = fieldErrorWithin(error, "show_on", t("The status pages"));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Announce on status pages")}</legend>
      {pages.map(({ id, title }) => (
        <CheckField
          key={id}
          label={title}
          isChecked={showOn.includes(id)}
          onChecked={(isShown) =>
            onChange({ showOn: isShown ? [...showOn, id] : showOn.filter((other) => other !== id) })
          }
        />
      ))}
      {problem && <p className="text-[0.8125rem] text-down">{problem}</p>}
      {showOn.length > 0 && (
        <TextField
          label={t("Announcement")}
          rows={3}
          hint={t("What visitors should expect. Markdown. The name of the window is the title.")}
          value={announcement}
          onValue={(changed) => onChange({ announcement: changed })}
          error={fieldErrorOf(error, "announcement", t("The announcement"))}
        />
      )}
    </fieldset>
  );
}
