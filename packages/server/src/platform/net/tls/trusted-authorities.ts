import { getCACertificates } from "node:tls";

/** How many certificate authorities this process trusts: all of them, and those of NODE_EXTRA_CA_CERTS alone. */
export function countTrustedAuthorities(): { all: number; extra: number } {
  return { all: getCACertificates("default").length, extra: getCACertificates("extra").length };
}
