import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { isIP, type Socket } from "node:net";
import tls, { type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { certificateError, certificateFacts, handshakeError } from "./certificate.ts";
import type { NetFailure } from "./net-failure.ts";
import { secureSocket } from "./tls/secure-socket.ts";

/** Each is created once, on its first use: a context per connection would increase its cost by half. */
export type TlsContexts = {
  readonly verifying: SecureContext;
  readonly lenient: SecureContext;
  /** Creates both. The first context of a process reads 150 certificates, 20 ms that the time of a check would include. */
  prepare(): void;
  /** Returns a context that shows a client certificate. Throws if the certificate and the key cannot be used. */
  forClient(identity: ClientIdentity, verify: boolean): SecureContext;
};

/** A certificate chain and its private key, in PEM. */
export type ClientIdentity = { certificate: string; key: string };

/** A context takes about 50 KB. */
const CLIENT_CONTEXTS_MAX = 100;

type TlsTarget = {
  /** The name or address in the certificate, without brackets. */
  host: string;
  /** In the wire format of ALPN; null to offer nothing. */
  alpn: Uint8Array | null;
  verify: boolean;
  identity?: ClientIdentity;
};

type TlsHandler = {
  /** Called before the other two callbacks if the server presented a certificate. */
  onCertificate(facts: TlsFacts): void;
  onSecure(socket: TLSSocket): void;
  onFailure(failure: NetFailure): void;
};

export function createTlsContexts(extraCa: readonly string[]): TlsContexts {
  const verifying = extraCa.length === 0 ? {} : { ca: [...tls.getCACertificates("default"), ...extraCa] };
  // Without verification the target is often an old appliance that supports only outdated TLS.
  const lenient = { ...verifying, ciphers: "DEFAULT@SECLEVEL=0", minVersion: "TLSv1" } as const;
  const clients = new Map<string, SecureContext>();
  const created: { verifying?: SecureContext; lenient?: SecureContext } = {};
  const getVerifying = () => (created.verifying ??= tls.createSecureContext(verifying));
  const getLenient = () => (created.lenient ??= tls.createSecureContext(lenient));
  return {
    get verifying() {
      return getVerifying();
    },
    get lenient() {
      return getLenient();
    },
    prepare() {
      getVerifying();
      getLenient();
    },
    forClient({ certificate: cert, key }, verify) {
      const name = createHash("sha256").update(`${verify}\n${cert}\n${key}`).digest("base64");
      const known = clients.get(name);
      if (known) return known;
      // OpenSSL finds this out only for keys of the same type.
      if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
        throw new Error("the key is not that of the certificate");
      const context = tls.createSecureContext({ ...(verify ? verifying : lenient), cert, key });
      if (clients.size >= CLIENT_CONTEXTS_MAX) clients.clear();
      clients.set(name, context);
      return context;
    },
  };
}

/**
 * Performs the TLS handshake on a connected socket and verifies the certificate itself, so that its facts are known even
 * if it is rejected. Revocation is not checked. Calls back once; the caller sets the deadline and closes the socket.
 */
export function secure(contexts: TlsContexts, socket: Socket, target: TlsTarget, handler: TlsHandler): void {
  // A trailing dot belongs to DNS: neither certificates nor SNI contain it. Source: RFC 6066, section 3.
  const host = target.host.endsWith(".") ? target.host.slice(0, -1) : target.host;
  const context = contextFor(contexts, target);
  if ("error" in context) {
    handler.onFailure(context);
    return;
  }
  let certificate: DetailedPeerCertificate | null = null;
  let isDone = false;

  const secured = secureSocket(socket, {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(target.alpn === null ? {} : { ALPNProtocols: target.alpn }),
    secureContext: context,
    rejectUnauthorized: false,
    // Node parses the certificate for this call anyway, so its facts cost nothing.
    checkServerIdentity: (_, shown) => {
      certificate = shown as DetailedPeerCertificate;
      return tls.checkServerIdentity(host, shown);
    },
  });

  secured.once("secureConnect", () => {
    if (isDone) return;
    isDone = true;
    const shown = certificate ?? secured.getPeerCertificate();
    handler.onCertificate(certificateFacts(shown, secured.getProtocol()));
    const code = authorizationCode(secured.authorizationError);
    if (!target.verify || code === null) {
      handler.onSecure(secured);
      return;
    }
    const { reason, message } = certificateError(code, shown, host);
    handler.onFailure({ error: { code: "TLS_INVALID", message, phase: "tls", reason }, code });
  });

  // Remains for the lifetime of the socket, because a late error without a listener would be thrown.
  secured.on("error", (error: NodeJS.ErrnoException) => {
    if (isDone) return;
    isDone = true;
    handler.onFailure(tlsFailure(error));
  });
}

/** Returns the context of a handshake, or why the client certificate cannot be used. */
export function contextFor(
  contexts: TlsContexts,
  { identity, verify }: Pick<TlsTarget, "identity" | "verify">,
): SecureContext | NetFailure {
  if (identity === undefined) return verify ? contexts.verifying : contexts.lenient;
  try {
    return contexts.forClient(identity, verify);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the client certificate and its key cannot be used: ${reason}`;
    return { error: { code: "AUTH_FAILED", message, phase: "auth" }, code: null };
  }
}

/** Returns the meaning of an error of a TLS socket, including errors after the handshake. */
export function tlsFailure(error: NodeJS.ErrnoException): NetFailure {
  const code = error.code ?? "unknown";
  if (!isTlsCode(code)) {
    const message = `the connection was reset during the TLS handshake (${code})`;
    return { error: { code: "CONNECTION_RESET", message, phase: "tls" }, code };
  }
  const { reason, message } = handshakeError(code);
  return { error: { code: "TLS_INVALID", message, phase: "tls", reason }, code };
}

/** Returns whether a code is from the TLS library, as opposed to the connection below. */
export function isTlsCode(code: string): boolean {
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO";
}

/** Typed as an Error, but it is the code of the error. */
export function authorizationCode(authorizationError: Error | string | null | undefined): string | null {
  if (!authorizationError) return null;
  return typeof authorizationError === "string" ? authorizationError : authorizationError.message;
}
