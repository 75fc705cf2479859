import { useQuery } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import type { AlertChange } from "@vedette/contract/changes/changes.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { ChangeList } from "../../features/changes/change-list.tsx";
import { spanText } from "../../format.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";

/** What changed in the half hour before an alert, the most likely cause first. */
export function AlertChanges({ alert: { id, target } }: { alert: Alert }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("changes", target.id, "alert", id),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/alerts/{id}/changes", { params: { path: { id } }, signal })),
  });
  return (
    <section className="grid gap-3" aria-labelledby="changes-title">
      <h2 id="changes-title">{t("What changed")}</h2>
      <LoadState data={data} error={error} lines={2} />
      {data?.length === 0 && (
        <p className="text-soft">{t("Nothing changed in the 30 minutes before the alert.")}</p>
      )}
      {data && data.length > 0 && (
        <ChangeList
          label={t("Changes before the alert, the most likely cause first")}
          changes={data}
          note={rankText}
        />
      )}
    </section>
  );
}

const SCORE = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function rankText({ seconds_before: seconds, score }: AlertChange): string {
  const time =
    seconds === 0 ? t("with the alert") : t("{span} before the alert", { span: spanText(seconds * 1_000) });
  return t("{time}, score {score}", { time, score: SCORE.format(score) });
}
