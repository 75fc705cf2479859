import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RecordBaseline as Baseline } from "@vedette/contract/targets/monitor-state/record-baseline.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

/** The records that a DNS monitor compares with, and what was found instead; a user can accept it. */
export function RecordBaseline({ monitor }: { monitor: Monitor }) {
  const { id, baseline, record } = monitor;
  if (baseline === null) return null;
  const { found, found_at: foundAt } = baseline;
  return (
    <section className="card grid gap-3 p-4">
      <h2>{t("{record} records", { record: record ?? "" })}</h2>
      <p className="text-soft">
        {baseline.accepted_by === null ? t("Found by the first check") : t("Accepted")}{" "}
        <TimeAgo at={baseline.accepted_at} />
        {foundAt !== null && <Message text=", changed {time}" values={{ time: <TimeAgo at={foundAt} /> }} />}.
      </p>
      <ul className="grid gap-1 font-mono text-sm wrap-anywhere">
        {changesOf(baseline).map(({ text, change }) => (
          <li key={`${change} ${text}`} className={CHANGE_STYLES[change]}>
            <span aria-hidden="true">{CHANGE_SIGNS[change]} </span>
            {change !== "same" && <span className="sr-only">{change}: </span>}
            {text}
          </li>
        ))}
      </ul>
      {found !== null && (
        <ForRole>
          <AcceptRecords id={id} found={found} />
        </ForRole>
      )}
    </section>
  );
}

type Change = "same" | "removed" | "added";
const CHANGE_SIGNS: Record<Change, string> = { same: "\u00a0", removed: "−", added: "+" };
const CHANGE_STYLES: Record<Change, string> = { same: "", removed: "text-down", added: "text-up" };

function changesOf({ records, found }: Baseline): { text: string; change: Change }[] {
  if (found === null) return records.map((text) => ({ text, change: "same" }));
  return [
    ...records.map((text) => ({
      text,
      change: found.includes(text) ? ("same" as const) : ("removed" as const),
    })),
    ...found.filter((text) => !records.includes(text)).map((text) => ({ text, change: "added" as const })),
  ];
}

function AcceptRecords({ id, found }: { id: string; found: string[] }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/v1/monitors/{id}/accept", { params: { path: { id } }, body: { records: found } }),
      ),
    onSuccess: (monitor) => {
      toast(t("Later checks are compared with these records."));
      queries.setQueryData(keys.detail("monitors", id), monitor);
    },
    // The records may have changed again since they were shown.
    onError: () => void queries.invalidateQueries({ queryKey: keys.detail("monitors", id) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" icon="check" busy={isPending && t("Accepting …")} onClick={() => mutate()}>
        {t("Accept records")}
      </Button>
      <span className="text-soft">{t("Expected change? Later checks are compared with these records.")}</span>
      {error && <Notice>{asApiError(error).message}</Notice>}
    </div>
  );
}
