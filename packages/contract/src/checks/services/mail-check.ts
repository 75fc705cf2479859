import { defineCheckKind } from "../check-kind.ts";
import type { CheckType } from "../check-types.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import {
  loginErrors,
  loginSpec,
  passwordField,
  serverSpec,
  type TlsModePorts,
  tlsModeAndPort,
  tlsModeField,
  tlsModeSpec,
  userField,
  wholeLoginErrors,
} from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField, verifyTlsField } from "../http-options.ts";

const FIELDS = {
  host: hostField,
  port: portField,
  tls_mode: tlsModeField,
  verify_tls: verifyTlsField,
  user: userField,
  password: passwordField,
  ip_family: ipFamilyField,
  keep_body: keepBodyField,
};

/** Returns the kind of a mail protocol: its greeting, TLS and a login. */
export function mailCheck(type: CheckType & ("smtp" | "imap" | "pop3"), ports: TlsModePorts) {
  return defineCheckKind({
    fields: FIELDS,
    findErrors: (config) => [
      ...hostErrors(type, config, ports.implicit),
      ...loginErrors(config),
      ...wholeLoginErrors(config),
    ],
    address: (config) => hostAndPort(config.host, tlsModeAndPort(config, ports).port),
    toSpec: (config) => ({
      ...serverSpec(config, tlsModeAndPort(config, ports).port),
      ...loginSpec(config),
      ...tlsModeSpec(config, ports),
    }),
    noCertificate: (config) => (config.tls_mode === "none" ? "a mail monitor without TLS" : null),
    masked: ["password"],
  });
}
