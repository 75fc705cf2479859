import { countTrustedAuthorities } from "../../../platform/net/tls/trusted-authorities.ts";
import type { FoundProblem } from "./problem-watch.ts";

/** Node ignores a file of extra authorities that it cannot read, and one of OpenSSL's that is missing. */
export function findAuthoritiesProblem(
  env: NodeJS.ProcessEnv,
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
  const file = env.NODE_EXTRA_CA_CERTS;
  if (file === undefined || file === "" || extra > 0) return null;
  return {
    code,
    message: `NODE_EXTRA_CA_CERTS is ${file}, in which Node found no certificate. Name a PEM file that Vedette's user may read, and restart.`,
  };
}
