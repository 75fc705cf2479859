import { ForRole } from "../../../app/for-role.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import type { PageForm } from "./use-page-form.tsx";

/** Saves the fields of all tabs. It stays in sight while something is not saved. */
export function SaveBar({ form: { submission, discard } }: { form: PageForm }) {
  const { error, isBusy, isUnsaved } = submission;
  return (
    <ForRole>
      <div
        className={isUnsaved ? "card sticky bottom-3 z-10 grid gap-3 border-accent px-4 py-3" : "grid gap-3"}
      >
        {error && <Notice>{error.message}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={isBusy && t("Saving …")}>
            {t("Save")}
          </Button>
          {isUnsaved && <Button onClick={discard}>{t("Discard")}</Button>}
          {isUnsaved && (
            <span className="text-soft">{t("The preview shows your changes. Visitors do not.")}</span>
          )}
        </div>
      </div>
    </ForRole>
  );
}
