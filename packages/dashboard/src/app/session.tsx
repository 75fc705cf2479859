import { QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import type { SignInState } from "@vedette/contract/people/people.ts";
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ApiError, hasErrorWithin } from "../api/api-error.ts";
import { type Api, createApi, pageOf } from "../api/client.ts";
import { keys } from "../api/keys.ts";
import { createSessionFetch } from "../api/session-fetch.ts";
import { storedOrganization } from "./stored.ts";
import { useVisitor } from "./visitor.tsx";

/** Imported lazily: few sessions end while the page is open. */
const SignInAgain = lazy(async () => ({
  default: (await import("../pages/sign-in/sign-in-again.tsx")).SignInAgain,
}));

/** A signed-in person in one of their organizations. Pages reach the API only through it. */
export type Session = {
  api: Api;
  /** For requests without a typed operation, such as the event stream. */
  fetch: typeof window.fetch;
  /** Null for an API key. */
  person: NonNullable<SignInState["person"]> | null;
  /** Null while loading. */
  organization: Organization | null;
  organizations: readonly Organization[];
  /** Whether the person belongs to no organization: they signed up without an invitation, or left the last one. */
  hasNone: boolean;
  switchOrganization(id: string): void;
};

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is used outside of SessionProvider");
  return session;
}

export function useApi(): Api {
  return useSession().api;
}

/** Starts with an empty query cache for every person, API key and organization. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { state, apiKey } = useVisitor();
  const [orgId, setOrgId] = useState(storedOrganization.read);
  const person = apiKey === null ? (state?.person ?? null) : null;
  const identity = apiKey ?? `${person?.id} ${orgId}`;
  return (
    <SessionScope
      key={identity}
      person={person}
      orgId={apiKey === null ? orgId : null}
      onOrganization={(id) => {
        storedOrganization.write(id);
        setOrgId(id);
      }}
    >
      {children}
    </SessionScope>
  );
}

type SessionScopeProps = {
  person: Session["person"];
  orgId: string | null;
  onOrganization(id: string): void;
  children: ReactNode;
};

function SessionScope({ person, orgId, onOrganization, children }: SessionScopeProps) {
  const { apiKey } = useVisitor();
  const { isEnded, renew, settle } = useRenewal();
  const [hasEnded, setHasEnded] = useState(false);
  if (isEnded && !hasEnded) setHasEnded(true);
  const fetch = useMemo(
    () => createSessionFetch({ key: apiKey, orgId, fetch: window.fetch.bind(window), renew }),
    [apiKey, orgId, renew],
  );
  const api = useMemo(() => createApi(fetch), [fetch]);
  // Sends no organization id: the server rejects the id of an organization that the person has left.
  const personalApi = useMemo(
    () =>
      createApi(createSessionFetch({ key: apiKey, orgId: null, fetch: window.fetch.bind(window), renew })),
    [apiKey, renew],
  );
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <OrganizationScope
        personalApi={personalApi}
        api={api}
        fetch={fetch}
        person={person}
        orgId={orgId}
        onOrganization={onOrganization}
      >
        {children}
      </OrganizationScope>
      {hasEnded && (
        <Suspense>
          <SignInAgain isOpen={isEnded} person={person} onDone={settle} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}

type OrganizationScopeProps = SessionScopeProps & Pick<Session, "api" | "fetch"> & { personalApi: Api };

const ORGANIZATIONS_MAX = 200;

function OrganizationScope({
  personalApi,
  api,
  fetch,
  person,
  orgId,
  onOrganization,
  children,
}: OrganizationScopeProps) {
  const { data: organizations } = useQuery({
    queryKey: keys.list("organizations"),
    queryFn: ({ signal }) =>
      pageOf(
        personalApi.GET("/api/v1/user/organizations", {
          // Oldest first: without a choice the first one is used, and a new one must not take its place.
          params: { query: { limit: ORGANIZATIONS_MAX, sort: "created_at" } },
          signal,
        }),
      ).then(({ items }) => items),
  });
  const session = useMemo<Session>(() => {
    const all = organizations ?? [];
    const organization = all.find(({ id }) => id === orgId) ?? all[0] ?? null;
    const hasNone = person !== null && organizations?.length === 0;
    const common = { api, fetch, person, hasNone, switchOrganization: onOrganization };
    return { ...common, organization, organizations: all };
  }, [api, fetch, person, orgId, organizations, onOrganization]);
  const isUnavailable = orgId !== null && organizations !== undefined && session.organization?.id !== orgId;
  useEffect(() => {
    if (isUnavailable && session.organization) onOrganization(session.organization.id);
  }, [isUnavailable, session.organization, onOrganization]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** All requests that need a renewed session wait for the same dialog. */
function useRenewal() {
  const [isEnded, setEnded] = useState(false);
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const [{ renew, settle }] = useState(() => ({
    renew(): Promise<boolean> {
      waiting.current ??= Promise.withResolvers<boolean>();
      setEnded(true);
      return waiting.current.promise;
    },
    settle(isRenewed: boolean): void {
      setEnded(false);
      waiting.current?.resolve(isRenewed);
      waiting.current = null;
    },
  }));
  return { isEnded, renew, settle };
}

const STALE_AFTER_MS = 15_000;
const RETRIES_MAX = 2;

function createQueries(): QueryClient {
  const queries = new QueryClient({
    // An organization may start to require another sign-in while it is open. The list says so, and leads there.
    queryCache: new QueryCache({
      onError(error) {
        if (
          error instanceof ApiError &&
          error.code === "FORBIDDEN" &&
          hasErrorWithin(error, ["sso", "two_factor"])
        )
          void queries.invalidateQueries({ queryKey: keys.all("organizations") });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Retries only network failures: an error response would be the same again.
        retry: (failures, error) =>
          failures < RETRIES_MAX && error instanceof ApiError && error.code === "UNREACHABLE",
      },
      mutations: { retry: false },
    },
  });
  return queries;
}
