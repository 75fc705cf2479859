import { z } from "zod";

/** What failed, where it failed, and how certain that is. Plain rules decide it from the facts of a bundle. */

/**
 * The layer that failed.
 *
 * - `dns`: a name does not resolve, or name servers disagree about it.
 * - `network`: packets do not arrive: no route, no response at all, or only small packets pass.
 * - `tcp`: the host is reachable, but the port refuses or resets connections.
 * - `tls`: the handshake fails or the certificate is not accepted.
 * - `http`: the connection works; the response is missing, too slow, or has a status that is an error.
 * - `content`: the response has a good status but not the content that the check expects.
 * - `browser`: every request works; the step of a journey fails in the page.
 * - `runner`: the failure is on the side of the runner.
 * - `none`: the facts do not show which layer failed.
 */
export const VERDICT_LAYERS = [
  "dns",
  "network",
  "tcp",
  "tls",
  "http",
  "content",
  "browser",
  "runner",
  "none",
] as const;
export type VerdictLayer = (typeof VERDICT_LAYERS)[number];

/**
 * How much of the target is affected.
 *
 * - `all`: every address, from every location that collected.
 * - `one_address`, `some_addresses`: other addresses of the same name work.
 * - `one_family`: all addresses of IPv4 or of IPv6; the other family works.
 * - `one_location`, `some_locations`: other locations reach the target.
 * - `one_nameserver`, `some_nameservers`: other authoritative servers of the zone answer correctly.
 * - `one_resolver`: one resolver disagrees with the authoritative servers.
 * - `unknown`: the facts do not show it.
 */
export const VERDICT_SCOPES = [
  "all",
  "one_address",
  "some_addresses",
  "one_family",
  "one_location",
  "some_locations",
  "one_nameserver",
  "some_nameservers",
  "one_resolver",
  "unknown",
] as const;
export type VerdictScope = (typeof VERDICT_SCOPES)[number];

/** `certain`: a fact shows the cause. `likely`: the facts fit, but another cause is possible. */
export const VERDICT_CERTAINTIES = ["certain", "likely"] as const;
export type VerdictCertainty = (typeof VERDICT_CERTAINTIES)[number];

/** Two lines of plain text. */
export const VERDICT_SUMMARY_MAX = 400;

export const verdictSchema = z
  .object({
    layer: z.enum(VERDICT_LAYERS).meta({ description: "What failed; `none` if the facts do not show it" }),
    scope: z.enum(VERDICT_SCOPES).meta({ description: "How much of the target is affected" }),
    certainty: z.enum(VERDICT_CERTAINTIES),
    summary: z
      .string()
      .max(VERDICT_SUMMARY_MAX)
      .meta({ description: "One or two lines of plain text that name the fact" }),
  })
  .meta({ id: "Verdict" });
export type Verdict = z.output<typeof verdictSchema>;
