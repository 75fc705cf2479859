import { X509Certificate } from "node:crypto";
import { isIP, type Socket } from "node:net";
import tls, { type DetailedPeerCertificate, type TLSSocket } from "node:tls";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { certificateError, certificateFacts } from "../certificate.ts";
import type { NetFailure } from "../net-failure.ts";
import { secureSocket } from "../tls/secure-socket.ts";
import { authorizationCode, type ClientIdentity, contextFor, type TlsContexts, tlsFailure } from "../tls.ts";
import { evaluateStaple, type StapleFinding } from "./ocsp/evaluate-staple.ts";

/** What a TLS handshake shows of a server. */
export type TlsInspection = {
  facts: TlsFacts;
  /** Why the certificate is not accepted; null if it is. */
  problem: CheckError | null;
  /** The certificate of the server, then its issuers, up to the root if it is known. Not empty. */
  chain: readonly X509Certificate[];
  /** Whether the chain ends in a certificate whose issuer is known. */
  isChainComplete: boolean;
  isHostNameOk: boolean;
  /** What the OCSP response says that the server stapled. */
  staple: StapleFinding;
  /** The name of the IANA registry. */
  cipher: string | null;
};

type InspectTarget = {
  /** The name or address in the certificate, without brackets. */
  host: string;
  /** Whether weak keys and outdated versions end the handshake. */
  verify: boolean;
  identity?: ClientIdentity;
  nowMs: number;
};

type InspectHandler = { onInspected(inspection: TlsInspection): void; onFailure(failure: NetFailure): void };

/** Longer chains are cut; public ones have at most four. */
const CHAIN_MAX = 10;

/** Results of the verification that mean a missing issuer. */
const MISSING_ISSUER: ReadonlySet<string | null> = new Set([
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Performs the TLS handshake on a connected socket and returns everything it shows, accepted or not. Calls back once; the
 * caller sets the deadline and closes the socket.
 */
export function inspectTls(
  contexts: TlsContexts,
  socket: Socket,
  { target, handler }: { target: InspectTarget; handler: InspectHandler },
): void {
  const host = target.host.endsWith(".") ? target.host.slice(0, -1) : target.host;
  const context = contextFor(contexts, target);
  if ("error" in context) {
    handler.onFailure(context);
    return;
  }
  let isDone = false;
  let staple: Buffer | null = null;
  const secured = secureSocket(socket, {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext: context,
    requestOCSP: true,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });
  secured.on("OCSPResponse", (response: Buffer | null) => {
    staple = response;
  });
  secured.once("secureConnect", () => {
    if (isDone) return;
    isDone = true;
    const inspection = inspect(secured, { host, staple, nowMs: target.nowMs });
    if (inspection === null) handler.onFailure(NO_CERTIFICATE);
    else handler.onInspected(inspection);
  });
  // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
  secured.on("error", (error: NodeJS.ErrnoException) => {
    if (isDone) return;
    isDone = true;
    handler.onFailure(tlsFailure(error));
  });
}

const NO_CERTIFICATE: NetFailure = {
  error: {
    code: "TLS_INVALID",
    message: "the server presented no certificate",
    phase: "tls",
    reason: "handshake",
  },
  code: null,
};

function inspect(
  secured: TLSSocket,
  { host, staple, nowMs }: { host: string; staple: Buffer | null; nowMs: number },
): TlsInspection | null {
  const shown = secured.getPeerCertificate(true);
  const chain = chainOf(shown);
  const [leaf, issuer = null] = chain;
  if (leaf === undefined) return null;
  const stapled = evaluateStaple(staple, { leaf, issuer, nowMs });
  const nameError = tls.checkServerIdentity(host, shown);
  const code = authorizationCode(secured.authorizationError);
  const worst = code ?? (nameError && "ERR_TLS_CERT_ALTNAME_INVALID");
  return {
    facts: certificateFacts(shown, secured.getProtocol()),
    problem:
      worst === null || worst === undefined
        ? revocationError(stapled)
        : { code: "TLS_INVALID", phase: "tls", ...certificateError(worst, shown, host) },
    chain,
    isChainComplete: !MISSING_ISSUER.has(code),
    isHostNameOk: nameError === undefined,
    staple: stapled,
    cipher: secured.getCipher()?.standardName ?? null,
  };
}

function revocationError({ status, detail }: StapleFinding): CheckError | null {
  if (status !== "revoked") return null;
  const message = `${detail}, says the OCSP response that the server stapled`;
  return { code: "TLS_INVALID", phase: "tls", reason: "revoked", message };
}

function chainOf(first: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let current: DetailedPeerCertificate | undefined = first;
  while (current?.raw !== undefined && chain.length < CHAIN_MAX) {
    chain.push(new X509Certificate(current.raw));
    // A root is its own issuer.
    if (current.issuerCertificate === current) break;
    current = current.issuerCertificate;
  }
  return chain;
}
