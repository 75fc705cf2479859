import type { ErrorDetail } from "../../common/errors.ts";
import { defineCheckKind } from "../check-kind.ts";
import { hostField } from "../fields/host-fields.ts";

/** The registration of a domain, by RDAP. */

/** Labels of letters, digits and hyphens, or of another script. The server knows the public suffixes. */
const DOMAIN_NAME =
  /^(?=.{4,253}\.?$)(?:[^.\s\0-\x20\x7f/:@?#[\]]{1,63}\.)+[^.\s\0-\x20\x7f/:@?#[\]]{2,63}\.?$/;

export const domainCheck = defineCheckKind({
  fields: { host: hostField },
  findErrors({ host }): ErrorDetail[] {
    if (host === null) return [{ path: "host", message: "is required for type 'domain'" }];
    if (DOMAIN_NAME.test(host) && !/^[\d.]+$/.test(host)) return [];
    return [{ path: "host", message: "must be a domain such as shop.example" }];
  },
  address: ({ host }) => host ?? "",
  toSpec: ({ host }) => ({ host: asciiDomain(host ?? "") }),
  noCertificate: () => "a domain monitor",
  masked: [],
});

/** Returns a domain as registries know it: in lower case and ASCII, without the dot of the root. */
function asciiDomain(host: string): string {
  return (URL.parse(`http://${host}/`)?.hostname ?? host.toLowerCase()).replace(/\.$/, "");
}
