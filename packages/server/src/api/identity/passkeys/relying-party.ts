import ipaddr from "ipaddr.js";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Visitor } from "../visitor.ts";

/** The address of this server as browsers see it: passkeys are bound to it. */
export type RelyingParty = {
  /** The relying party ID: the host name without port. */
  host: string;
  origin: string;
};

const PUBLIC_URL_ADVICE =
  "Set VEDETTE_PUBLIC_URL to an https address with a host name, and open the dashboard there.";

/** Returns where the passkeys of a visitor work; throws if the address of this server admits none. */
export function getRelyingParty({ headers }: Visitor, publicUrl: string | null): RelyingParty {
  const origin = publicUrl ?? headers.origin ?? "";
  const refusal = refusePasskeys(origin);
  if (refusal !== null) throw new AppError("BAD_REQUEST", refusal);
  return { host: new URL(origin).hostname, origin: new URL(origin).origin };
}

/** Whether passkeys can work at the address of the request, as far as the server knows it. */
export function admitsPasskeys({ headers }: Visitor, publicUrl: string | null): boolean {
  // Behind a proxy the scheme is unknown; the browser knows it.
  return refusePasskeys(publicUrl ?? `https://${headers.host ?? ""}`) === null;
}

/** Source: WebAuthn Level 3, sections 5.1.3 and 13.4.9: a secure context, and a domain as the relying party ID. */
function refusePasskeys(origin: string): string | null {
  const url = URL.parse(origin);
  if (url === null) return `Passkeys need the address of this server. ${PUBLIC_URL_ADVICE}`;
  const host = url.hostname;
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ""))) {
    return `Passkeys are bound to a host name; ${host} is an IP address. ${PUBLIC_URL_ADVICE}`;
  }
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (url.protocol !== "https:" && !isLocal) return `Passkeys need https. ${PUBLIC_URL_ADVICE}`;
  return null;
}
