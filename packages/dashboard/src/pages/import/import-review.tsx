import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import { useState } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { EntryList } from "./entry-list.tsx";
import { countResources } from "./review-entries.ts";

type ImportReviewProps = {
  result: Lists;
  error: ApiError | null;
  busy: string | false;
  onBack(): void;
  onImport(): void;
};

type Lists = Pick<ImportResult, "made" | "made_with_differences" | "not_made">;
type List = "made" | "made_with_differences" | "not_made";

/** The second step: what is made, what with differences, and what is not, each with the reasons. */
export function ImportReview({ result, error, busy, onBack, onImport }: ImportReviewProps) {
  const lists = {
    made: result.made,
    made_with_differences: result.made_with_differences,
    not_made: result.not_made,
  };
  const [list, setList] = useState<List>(() => firstWith(result));
  const count = countResources([...result.made, ...result.made_with_differences]);
  const label = (title: string, name: List) => `${title} (${lists[name].length.toLocaleString(LOCALE)})`;
  return (
    <>
      {count === 0 && <Notice kind="warning">{t("Nothing in these files can be imported.")}</Notice>}
      {error && <Notice>{error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={count === 0} busy={busy} onClick={onImport}>
          {t("Import {count, number}", { count })}
        </Button>
        <Button onClick={onBack}>{t("Back")}</Button>
      </div>
      <Tabs<List>
        label={t("What becomes of the files")}
        value={list}
        onValue={setList}
        tabs={[
          {
            value: "made",
            label: label(t("Will be made"), "made"),
            content: (
              <EntryList entries={lists.made} caption={t("What will be made")} empty={t("Nothing.")} />
            ),
          },
          {
            value: "made_with_differences",
            label: label(t("With differences"), "made_with_differences"),
            content: (
              <EntryList
                entries={lists.made_with_differences}
                caption={t("What will be made with differences")}
                empty={t("Everything that will be made is as it was.")}
              />
            ),
          },
          {
            value: "not_made",
            label: label(t("Not made"), "not_made"),
            content: (
              <EntryList
                entries={lists.not_made}
                caption={t("What is not made")}
                empty={t("Everything can be made.")}
              />
            ),
          },
        ]}
      />
    </>
  );
}

function firstWith({ made, made_with_differences: different, not_made: left }: Lists): List {
  if (different.length > 0) return "made_with_differences";
  return made.length > 0 || left.length === 0 ? "made" : "not_made";
}
