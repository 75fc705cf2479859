import { countTrustedAuthorities } from "../../../platform/net/tls/trusted-authorities.ts";
import type { FoundProblem } from "./problem-watch.ts";

/** Node ignores a file of extra authorities that it cannot read, and one of OpenSSL's that is missing. */
export function findAuthoritiesProblem(
  extraFile: string | undefined,
  count: typeof countTrustedAuthorities = countTrustedAuthorities,
): FoundProblem | null {
  const code = "authorities_missing";
  const { all, extra } = count();
  if (all === 0) {
    return {
      code,
      message:
        "This process trusts no certificate authority, so each HTTPS check fails. Install the package ca-certificates, or remove --use-openssl-ca.",
    };
  }
  if (extraFile === undefined || extraFile === "" || extra > 0) return null;
  return {
    code,
    message: `NODE_EXTRA_CA_CERTS is ${extraFile}, in which Node found no certificate. Name a PEM file that Vedette's user may read, and restart.`,
  };
}
