import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf, type Schema } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { SettingsSection } from "../settings-section.tsx";

type OwnSession = Schema<"OwnSession">;

const KEY = ["sessions", "list"];

/** Where one is signed in, and how to end what is not one's own. */
export function SessionsSection() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => dataOf(api.GET("/api/auth/sessions", { signal })),
  });
  const end = useEnd();
  const others = data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <SettingsSection
      title="Sessions"
      words="Where you are signed in. End what you do not know, and change your password then."
    >
      {error && <Notice>{asApiError(error).message}</Notice>}
      {!data && !error && <Skeleton lines={2} />}
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
            busy={end.isPending && end.variables === null && "Ending …"}
            onClick={() => end.mutate(null)}
          >
            End all others
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
          {is_current && <StatusBadge status="up" word="This one" />}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-soft">
          {address !== null && `${address} · `}
          signed in <TimeAgo at={created_at} /> · last seen <TimeAgo at={last_seen_at} />
        </p>
      </div>
      {!is_current && (
        <Button busy={isEnding && "Ending …"} aria-label={`End the session of ${browser}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}

/** One session by its id; null for all but this one. */
function useEnd() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(id: string | null): Promise<number> {
      if (id === null) return (await dataOf(api.POST("/api/auth/sessions/end-others"))).ended;
      await dataOf(api.DELETE("/api/auth/sessions/{id}", { params: { path: { id } } }));
      return 1;
    },
    onSuccess: (ended) => toast(ended === 1 ? "The session is ended." : `${ended} sessions are ended.`),
    onError: (error) => toast(asApiError(error).message, "problem"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
