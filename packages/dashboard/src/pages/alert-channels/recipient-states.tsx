import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { RecipientState } from "@vedette/contract/alerts/mail-recipients.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";

export function hasUnconfirmed(states: readonly RecipientState[]): boolean {
  return states.some(({ status }) => status === "unconfirmed");
}

export function unconfirmedEmails(states: readonly RecipientState[]): string {
  return states
    .filter(({ status }) => status === "unconfirmed")
    .map(({ email }) => email)
    .join(", ");
}

/** Shows whether each recipient of an email channel accepts mail from this organization. */
export function RecipientStates({ channel }: { channel: AlertChannel }) {
  return (
    <section className="card grid gap-3 p-6" aria-labelledby="recipient-states">
      <h2 id="recipient-states">{t("Recipients")}</h2>
      {hasUnconfirmed(channel.recipient_states) && (
        <p className="text-soft">
          {t(
            "Recipients who are not members must confirm once through a link in an email. They get no alerts before that.",
          )}
        </p>
      )}
      <ul className="grid gap-3">
        {channel.recipient_states.map((state) => (
          <li key={state.email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              {state.email}
              {state.status === "unconfirmed" && (
                <span className="block text-[0.8125rem] text-soft">
                  {state.asked_at === null ? (
                    t("Confirmation email not sent yet")
                  ) : (
                    <Message
                      text="Confirmation email sent {time}"
                      values={{ time: <TimeAgo at={state.asked_at} /> }}
                    />
                  )}
                </span>
              )}
            </span>
            <span className="flex flex-wrap items-center gap-3">
              <Status status={state.status} />
              {state.status === "unconfirmed" && (
                <ForRole>
                  <Resend channelId={channel.id} email={state.email} />
                </ForRole>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Status({ status }: Pick<RecipientState, "status">) {
  switch (status) {
    case "confirmed":
      return <StatusBadge status="up" word={t("Confirmed")} />;
    case "unconfirmed":
      return <StatusBadge status="paused" word={t("Not confirmed")} />;
    case "refused":
      return <StatusBadge status="down" word={t("Opted out")} />;
  }
}

function Resend({ channelId, email }: { channelId: string; email: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/alerts/channels/{id}/confirmations", {
        params: { path: { id: channelId } },
        body: { email },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.all("alert-channels") });
      toast(t("Confirmation email sent to {email}.", { email }));
    },
    onError: toastError,
  });
  return (
    <Button
      aria-label={t("Resend to {email}", { email })}
      busy={isPending && t("Sending …")}
      onClick={() => mutate()}
    >
      {t("Resend")}
    </Button>
  );
}
