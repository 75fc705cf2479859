import { useQueryClient } from "@tanstack/react-query";
import type { SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast } from "../../components/toast.tsx";
import { type AlertGroup, alertsOfGroup } from "../../features/alerts/alert-groups.ts";
import { SnoozeDialog } from "../../features/snooze/snooze-dialog.tsx";
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
  const targets = chosen.length === 1 ? "1 target" : `${chosen.length} targets`;
  const change = (action: "acknowledge" | "resolve") => mutate({ ids, action }, { onSuccess: onNone });
  return (
    <section
      aria-label="Selected alerts"
      className="card sticky top-16 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5 md:top-3"
    >
      <p className="mr-auto font-semibold" aria-live="polite">
        {ids.length === 1 ? "1 alert" : `${ids.length} alerts`} of {targets} selected
      </p>
      {chosen.length < shownCount && (
        <Button variant="quiet" onClick={onAll}>
          Select all {shownCount.toLocaleString()}
        </Button>
      )}
      <Button variant="quiet" aria-label="Clear selection" onClick={onNone}>
        Clear
      </Button>
      <Button
        busy={isPending && variables.action === "acknowledge" && "Acknowledging …"}
        onClick={() => change("acknowledge")}
      >
        Acknowledge
      </Button>
      <Button
        busy={isPending && variables.action === "resolve" && "Resolving …"}
        onClick={() => change("resolve")}
      >
        Resolve
      </Button>
      <Button onClick={() => setAsked(true)}>Snooze</Button>
      <SnoozeDialog
        isOpen={isAsked}
        title={chosen.length === 1 ? `Snooze ${chosen[0]?.first.target.name}` : `Snooze ${targets}`}
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
    toast(`Snoozed ${changed === 1 ? "1 target" : `${changed} targets`}.`);
    await queries.invalidateQueries();
  };
}
