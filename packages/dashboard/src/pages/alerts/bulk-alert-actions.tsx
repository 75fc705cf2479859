import { useQueryClient } from "@tanstack/react-query";
import type { SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";
import { type AlertGroup, alertsOfGroup } from "../../features/alerts/alert-groups.ts";
import { SnoozeDialog } from "../../features/snooze/snooze-dialog.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { useChangeAlerts } from "./use-change-alerts.ts";

type BulkAlertActionsProps = {
  chosen: readonly AlertGroup[];
  /** Number of listed targets, which can be selected at once. */
  shownCount: number;
  onAll(): void;
  onNone(): void;
};

/** Actions for all open alerts of the selected targets. */
export function BulkAlertActions({ chosen, shownCount, onAll, onNone }: BulkAlertActionsProps) {
  const { mutate, isPending, variables } = useChangeAlerts();
  const snooze = useSnoozeAll();
  const [isAsked, setAsked] = useState(false);
  const ids = chosen.flatMap((group) => alertsOfGroup(group).map(({ id }) => id));
  const change = (action: "acknowledge" | "resolve") => mutate({ ids, action }, { onSuccess: onNone });
  return (
    <section
      aria-label={t("Selected alerts")}
      className="card sticky top-16 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 md:top-3"
    >
      <p className="me-auto font-semibold" aria-live="polite">
        {t(
          "{alerts, plural, one {# alert} other {# alerts}} of {targets, plural, one {# target} other {# targets}} selected",
          { alerts: ids.length, targets: chosen.length },
        )}
      </p>
      {chosen.length < shownCount && (
        <Button variant="quiet" onClick={onAll}>
          {t("Select all {count}", { count: shownCount.toLocaleString(LOCALE) })}
        </Button>
      )}
      <Button variant="quiet" aria-label={t("Clear selection")} onClick={onNone}>
        {t("Clear")}
      </Button>
      <Button
        busy={isPending && variables.action === "acknowledge" && t("Acknowledging …")}
        onClick={() => change("acknowledge")}
      >
        {t("Acknowledge")}
      </Button>
      <Button
        busy={isPending && variables.action === "resolve" && t("Resolving …")}
        onClick={() => change("resolve")}
      >
        {t("Resolve")}
      </Button>
      <Button onClick={() => setAsked(true)}>{t("Snooze")}</Button>
      <SnoozeDialog
        isOpen={isAsked}
        title={
          chosen.length === 1
            ? t("Snooze {name}", { name: chosen[0]?.first.target.name ?? "" })
            : t("Snooze {count, plural, one {# target} other {# targets}}", { count: chosen.length })
        }
        onSnooze={async (span) => {
          await snooze(
            chosen.map(({ id }) => id),
            span,
          );
          onNone();
        }}
        onClose={() => setAsked(false)}
      />
    </section>
  );
}

/** Snoozes targets of every kind with one request. */
function useSnoozeAll() {
  const api = useApi();
  const queries = useQueryClient();
  return async (targets: string[], snooze: SnoozeSpan) => {
    const body = { action: "snooze" as const, snooze, selector: { targets } };
    const { changed } = await dataOf(api.POST("/api/v1/targets/bulk", { body }));
    toast(t("Snoozed {changed, plural, one {# target} other {# targets}}.", { changed }));
    await queries.invalidateQueries();
  };
}
