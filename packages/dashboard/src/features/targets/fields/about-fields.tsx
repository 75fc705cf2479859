import { type ApiError, fieldErrorWithin } from "../../../api/api-error.ts";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import type { AboutDraft } from "./about-draft.ts";

type AboutFieldsProps = {
  draft: Pick<AboutDraft, "runbookUrl" | "description">;
  change(part: Partial<AboutDraft>): void;
  error: ApiError | null;
  /** Puts the description into a row of its own, in a form with two columns. */
  isWide?: boolean;
};

/** What the person on call reads first, in sight in the form of every kind. */
export function AboutFields({ draft, change, error, isWide = false }: AboutFieldsProps) {
  return (
    <>
      <Field
        label={t("Runbook")}
        hint={t("Link to the page that says what to do. Shown in alerts.")}
        type="url"
        placeholder="https://wiki.example.com/runbooks/shop"
        value={draft.runbookUrl}
        onValue={(runbookUrl) => change({ runbookUrl })}
        error={fieldErrorWithin(error, "runbook_url", t("The URL"))}
      />
      <div className={isWide ? "sm:col-span-2" : ""}>
        <TextField
          label={t("Description")}
          hint={t("Markdown: **bold**, lists and links.")}
          rows={2}
          value={draft.description}
          onValue={(description) => change({ description })}
          error={fieldErrorWithin(error, "description", t("The description"))}
        />
      </div>
    </>
  );
}
