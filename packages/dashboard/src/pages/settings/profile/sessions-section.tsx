import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnSession } from "@vedette/contract/people/people.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";

const KEY = keys.list("sessions");

/** Lists the sessions of the person and ends them. */
export function SessionsSection() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => dataOf(api.GET("/api/auth/sessions", { signal })),
  });
  const end = useEndSession();
  const others = data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <SettingsSection
      title={t("Sessions")}
      description={t(
        "Where you are signed in. Sign out sessions you don't recognize, then change your password.",
      )}
    >
      <LoadState data={data} error={error} lines={2} />
      {data && (
        <ul className="divide-y divide-line">
          {data.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button
            variant="danger"
            busy={end.isPending && end.variables === null && t("Signing out …")}
            onClick={() => end.mutate(null)}
          >
            {t("Sign out all other sessions")}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}

type SessionItemProps = { session: OwnSession; isEnding: boolean; onEnd(): void };

function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  const { browser, address, created_at, last_seen_at, is_current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser}
          {is_current && <StatusBadge status="up" word={t("This session")} />}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-soft">
          {address !== null && `${address} · `}
          <Message
            text="signed in {time} · last seen {seen}"
            values={{ time: <TimeAgo at={created_at} />, seen: <TimeAgo at={last_seen_at} /> }}
          />
        </p>
      </div>
      {!is_current && (
        <Button
          busy={isEnding && t("Signing out …")}
          aria-label={t("Sign out {browser}", { browser })}
          onClick={onEnd}
        >
          {t("Sign out")}
        </Button>
      )}
    </li>
  );
}

/** Ends the session with the given id, or all other sessions for null. */
function useEndSession() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(id: string | null): Promise<number> {
      if (id === null) return (await dataOf(api.POST("/api/auth/sessions/end-others"))).ended;
      await dataOf(api.DELETE("/api/auth/sessions/{id}", { params: { path: { id } } }));
      return 1;
    },
    onSuccess: (ended) =>
      toast(ended === 1 ? t("Session signed out.") : t("{ended} sessions signed out.", { ended })),
    onError: toastError,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
