import { createSecureServer } from "node:http2";
import { createServer, type Server, type TLSSocket, type TlsOptions } from "node:tls";
import type { TlsFixtures, TlsLeafName } from "../tls-fixtures.ts";
import { down, type Expected, UP } from "./behavior.ts";

/** A TLS port with its own configuration. `path` is the path of its URL. */
export type TlsPort = { expected: Expected; path: string; create(serve: Serve): Server };

type Serve = (socket: TLSSocket) => void;

const LEAF_PORTS: readonly [name: string, leaf: TlsLeafName, expected: Expected][] = [
  ["tls-valid", "valid", UP],
  ["tls-three-days", "threeDays", UP],
  ["tls-expired", "expired", down("TLS_INVALID", "tls", "expired")],
  ["tls-not-yet-valid", "notYetValid", down("TLS_INVALID", "tls", "not_yet_valid")],
  ["tls-self-signed", "selfSigned", down("TLS_INVALID", "tls", "self_signed")],
  ["tls-unknown-ca", "unknownCa", down("TLS_INVALID", "tls", "unknown_issuer")],
  ["tls-missing-intermediate", "missingIntermediate", down("TLS_INVALID", "tls", "unknown_issuer")],
  ["tls-wrong-host", "wrongHost", down("TLS_INVALID", "tls", "wrong_host")],
  ["tls-sha1", "sha1", down("TLS_INVALID", "tls", "weak")],
  ["tls-rsa-1024", "rsa1024", down("TLS_INVALID", "tls", "weak")],
];

/**
 * OpenSSL 3 also rejects weak keys and old versions on the server side, unless the security level is lowered.
 */
const INSECURE_CIPHERS = "ALL:@SECLEVEL=0";

export function tlsPorts(fixtures: TlsFixtures): Record<string, TlsPort> {
  const port = (expected: Expected, options: TlsOptions, path = "/ok"): TlsPort => ({
    expected,
    path,
    create: (serve) => createServer({ ...fixtures.valid, ciphers: INSECURE_CIPHERS, ...options }, serve),
  });
  return {
    ...Object.fromEntries(LEAF_PORTS.map(([name, leaf, expected]) => [name, port(expected, fixtures[leaf])])),
    "tls-redirect-to-http": port(UP, {}, "/redirect-to-http"),
    "tls-1.0-and-1.1": port(down("TLS_INVALID", "tls", "weak"), {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
    }),
    // In TLS 1.3 the rejection arrives after the client has finished the handshake, possibly as late as with
    // the response.
    "tls-client-certificate": port(down("TLS_INVALID", "tls", "handshake"), {
      maxVersion: "TLSv1.2",
      requestCert: true,
      rejectUnauthorized: true,
      ca: [fixtures.ca],
    }),
    "tls-h2-only": {
      expected: UP,
      path: "/",
      create: () => {
        const server = createSecureServer({ ...fixtures.valid, allowHTTP1: false });
        server.on("stream", (stream) => {
          stream.on("error", () => stream.destroy());
          stream.respond({ ":status": 200, "content-type": "text/plain" });
          stream.end("over two\n");
        });
        return server;
      },
    },
  };
}
