import type { Stripe } from "stripe";

/**
 * Stripe's own client over a connection that the egress policy has let through. It gives up after a while and tries
 * again a few times: whatever Stripe does, a call ends.
 */

/** `fetch` as far as the client uses it. */
type StripeFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<Response>;

/** Stripe answers in well under a second; three tries end before whoever asked us has given up. */
const CALL_TIMEOUT_MS = 5_000;
const RETRIES_MAX = 2;

/** Loaded by whoever needs it, for it takes 35 MB and most servers have no use for it. */
export async function createStripeClient(
  {
    secretKey,
    apiUrl,
    callTimeoutMs = CALL_TIMEOUT_MS,
    retriesMax = RETRIES_MAX,
  }: {
    secretKey: string;
    /** An origin. */
    apiUrl: string;
    callTimeoutMs?: number;
    retriesMax?: number;
  },
  fetch: StripeFetch,
): Promise<Stripe> {
  const { Stripe: Client } = await import("stripe");
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Client(secretKey, {
    host: hostname,
    port,
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: Client.createFetchHttpClient(asFetch(fetch)),
    timeout: callTimeoutMs,
    maxNetworkRetries: retriesMax,
    // It would tell Stripe about this machine, and write a file into the home of our user.
    telemetry: false,
  });
}

/** Sound because the client calls it with an address as text, headers as pairs and a body as text or none. */
function asFetch(fetch: StripeFetch): typeof globalThis.fetch {
  return (input, { method = "GET", headers = [], body, signal } = {}) =>
    fetch(String(input), {
      method,
      headers: Object.fromEntries(headers as [string, string][]),
      ...(typeof body === "string" && { body }),
      ...(signal && { signal }),
    });
}
