/** The dependencies of `createSessionFetch`. */
export type SessionFetchDeps = {
  /** An API key, or null to use the session cookie. */
  key: string | null;
  /** The organization of the requests; null for an API key, which has exactly one. */
  orgId: string | null;
  fetch: typeof window.fetch;
  /** Called when the session has expired. Resolves to true if the session was renewed and the request can be resent. */
  renew(): Promise<boolean>;
};

const READ_TIMEOUT_MS = 30_000;
/** A manual check waits for its target at every location. */
const WRITE_TIMEOUT_MS = 120_000;

/** A `fetch` that renews an expired session and resends the request, so that form input is not lost. */
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
    const response = await attempt(request.clone());
    if (response.status !== 401 || !(await renew())) return response;
    return attempt(request);
  };
}
