/** How requests of somebody signed in are sent. */
export type SessionFetchDeps = {
  /** An API key, or null where the cookie of a session says who asks. */
  key: string | null;
  /** Which of a person's organizations is meant; null for the only one of a key. */
  orgId: string | null;
  fetch: typeof window.fetch;
  /** The session has ended: true once it goes on, so that what was asked is asked again. */
  renew(): Promise<boolean>;
};

const READ_TIMEOUT_MS = 30_000;
/** A check by hand waits for its target, at every location. */
const WRITE_TIMEOUT_MS = 120_000;

/** A `fetch` that outlives the session: nobody loses what he typed because he was away for too long. */
export function createSessionFetch({ key, orgId, fetch, renew }: SessionFetchDeps): typeof window.fetch {
  async function attempt(request: Request): Promise<Response> {
    const isStream = request.headers.get("accept") === "text/event-stream";
    if (isStream) return fetch(request);
    const deadline = AbortSignal.timeout(request.method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
    return fetch(request, { signal: AbortSignal.any([request.signal, deadline]) });
  }

  return async (input, init) => {
    const request = new Request(input, init);
    if (key !== null) request.headers.set("authorization", `Bearer ${key}`);
    if (orgId !== null) request.headers.set("x-organization-id", orgId);
    const answer = await attempt(request.clone());
    if (answer.status !== 401 || !(await renew())) return answer;
    return attempt(request);
  };
}
