import { getCACertificates } from "node:tls";
import type { FoundProblem } from "./problem-watch.ts";

type Certificates = (kind: "default" | "extra") => readonly string[];

/** Node ignores a file of extra authorities that it cannot read, and one of OpenSSL's that is missing. */
export function findAuthoritiesProblem(
  env: NodeJS.ProcessEnv,
  certificates: Certificates = getCACertificates,
): FoundProblem | null {
  const code = "authorities_missing";
  if (certificates("default").length === 0) {
    return {
      code,
      message:
        "This process trusts no certificate authority, so each HTTPS check fails. Install the package ca-certificates, or remove --use-openssl-ca.",
    };
  }
  const file = env.NODE_EXTRA_CA_CERTS;
  if (file === undefined || file === "" || certificates("extra").length > 0) return null;
  return {
    code,
    message: `NODE_EXTRA_CA_CERTS is ${file}, in which Node found no certificate. Name a PEM file that Vedette's user may read, and restart.`,
  };
}
