import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  SET_STATUSES,
  STATUS_REASON_MAX,
} from "@vedette/contract/targets/monitor-state/set-status-limits.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { type FormEvent, useState } from "react";
import { asApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { statusWord } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { phraseInSentence } from "../../../language/in-sentence.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";

type Status = (typeof SET_STATUSES)[number];

const OPTIONS = SET_STATUSES.map((value) => ({
  value,
  label: statusWord(value),
}));

/** The status of a manual monitor as it was set, and the form that sets it. */
export function ManualStatus({ monitor }: { monitor: Monitor }) {
  const { set_status: set } = monitor;
  return (
    <section className="card grid gap-3 p-4">
      <h2>{t("Status")}</h2>
      <p className="wrap-anywhere">
        {set === null ? (
          t("Up, as no one has set another status yet.")
        ) : (
          <>
            <Message
              text="Set to {status} by {person} {time}"
              values={{
                status: phraseInSentence(statusWord(set.status)),
                person: set.set_by,
                time: <TimeAgo at={set.set_at} />,
              }}
            />
            {set.reason === null ? "." : `: ${set.reason}`}
          </>
        )}
      </p>
      <ForRole>
        <StatusForm monitor={monitor} />
      </ForRole>
    </section>
  );
}

function StatusForm({ monitor: { id, set_status: set } }: { monitor: Monitor }) {
  const api = useApi();
  const queries = useQueryClient();
  const [status, setStatus] = useState<Status>(set?.status === "down" ? "up" : "down");
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/v1/monitors/{id}/status", {
          params: { path: { id } },
          body: { status, reason: reason.trim() === "" ? null : reason },
        }),
      ),
    onSuccess: (changed) => {
      toast(t("The status is {status}.", { status }));
      setReason("");
      queries.setQueryData(keys.detail("monitors", id), changed);
    },
  });
  const problem = error && asApiError(error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate();
  }

  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit} noValidate>
      <div className="w-40">
        <SelectField
          label={t("New status")}
          value={status}
          onValue={setStatus}
          options={OPTIONS}
          error={fieldErrorOf(problem, "status", t("The status"))}
        />
      </div>
      <div className="min-w-60 flex-1">
        <Field
          label={t("Reason")}
          placeholder={t("Optional: shown in alerts and with the result")}
          maxLength={STATUS_REASON_MAX}
          value={reason}
          onValue={setReason}
          error={fieldErrorOf(problem, "reason", t("The reason"))}
        />
      </div>
      <Button type="submit" variant="primary" busy={isPending && t("Setting …")}>
        {t("Set status")}
      </Button>
      {problem && problem.details.length === 0 && <Notice>{problem.message}</Notice>}
    </form>
  );
}
