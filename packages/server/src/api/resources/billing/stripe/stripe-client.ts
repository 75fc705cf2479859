import type { Stripe } from "stripe";

/**
 * Stripe's client library over a connection that the egress policy allows. Each call has a timeout and a
 * limited number of retries, so that it always ends.
 */

/** The subset of `fetch` that the client uses. */
type StripeFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<Response>;

/** Stripe usually responds in well under a second. Three attempts end before the caller's own timeout. */
const CALL_TIMEOUT_MS = 5_000;
const RETRIES_MAX = 2;

/** Imports the library on demand, because it takes 35 MB and most servers do not use it. */
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
    // Telemetry would send data about this machine to Stripe and write a file into the user's home directory.
    telemetry: false,
  });
}

/** Sound because the client passes a URL as text, headers as pairs, and a body as text or no body. */
function asFetch(fetch: StripeFetch): typeof globalThis.fetch {
  return (input, { method = "GET", headers = [], body, signal } = {}) =>
    fetch(String(input), {
      method,
      headers: Object.fromEntries(headers as [string, string][]),
      ...(typeof body === "string" && { body }),
      ...(signal && { signal }),
    });
}
