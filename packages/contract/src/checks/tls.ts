import { z } from "zod";
import { isHost } from "../common/http-rules.ts";
import { defaultedField, defineCheckKind, optionalField } from "./check-kind.ts";
import { hostAndPort } from "./fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "./fields/host-fields.ts";
import { httpAuthField } from "./http-auth.ts";
import { ipFamilyField, ipFamilySpec, keepBodyField, keepBodySpec, verifyTlsField } from "./http-options.ts";

/** One TLS handshake with a host and port, and its certificate. */

export const TLS_PORT = 443;

/** The protocols that switch a plain connection to TLS by a command. */
export const STARTTLS_PROTOCOLS = [
  "none",
  "smtp",
  "imap",
  "pop3",
  "ftp",
  "ldap",
  "xmpp",
  "postgres",
] as const;
export type StartTlsProtocol = (typeof STARTTLS_PROTOCOLS)[number];
const startTls = z.enum(STARTTLS_PROTOCOLS);

export const tlsCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    ip_family: ipFamilyField,
    servername: optionalField(
      z.string().max(253).meta({
        description: "The name that the client requests and that the certificate must have; default: `host`",
      }),
      z.string(),
    ),
    starttls: defaultedField(
      startTls.meta({ description: "The protocol in which the client asks for TLS first" }),
      startTls,
      "none" as const,
    ),
    verify_tls: verifyTlsField,
    auth: httpAuthField,
    keep_body: keepBodyField,
  },

  findErrors(config) {
    const errors = hostErrors("tls", config, TLS_PORT);
    if (config.servername !== null && !isHost(config.servername))
      errors.push({ path: "servername", message: "must be a host name" });
    if (config.auth !== null && config.auth.type !== "mtls")
      errors.push({ path: "auth.type", message: "must be 'mtls' for type 'tls'" });
    return errors;
  },

  address: ({ host, port }) => hostAndPort(host, port ?? TLS_PORT),

  toSpec: ({ host, port, servername, starttls, verify_tls, auth, ip_family, keep_body }) => ({
    host: host ?? "",
    port: port ?? TLS_PORT,
    verifyTls: verify_tls,
    ...(servername !== null && { servername }),
    ...(starttls !== "none" && { startTls: starttls }),
    ...(auth?.type === "mtls" && { auth }),
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),

  noCertificate: () => null,

  masked: ["auth"],
});
