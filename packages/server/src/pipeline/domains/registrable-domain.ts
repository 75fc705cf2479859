import { domainToASCII } from "node:url";
import { getDomain } from "tldts";

/**
 * Returns the domain that someone registered for a host name, in lower case and ASCII, by the list of public suffixes;
 * null for an address, or a name of one label. Names under an unknown TLD follow the rule of most TLDs.
 */
export function registrableDomain(host: string): string | null {
  const name = domainToASCII(host.replace(/\.$/, ""));
  // Domains of users of a platform, such as github.io, are registered by the platform.
  return name === "" ? null : getDomain(name, { allowPrivateDomains: false });
}
