import { z } from "zod";
import { defaultedField, defineCheckKind, optionalField } from "../check-kind.ts";
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
import { ldapFilterError } from "./ldap-filter.ts";

/** A bind to an LDAP directory, and optionally a search. */

const PORTS: TlsModePorts = { none: 389, starttls: 389, implicit: 636 };
const SCOPES = ["base", "one", "sub"] as const;
const FILTER_DEFAULT = "(objectClass=*)";
const scope = z.enum(SCOPES);

export const ldapCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    tls_mode: tlsModeField,
    verify_tls: verifyTlsField,
    user: userField,
    password: passwordField,
    search_base: optionalField(
      z.string().max(1_000).meta({
        description:
          "The name below which LDAP searches, such as `dc=example,dc=org`; the assertion `entries` counts the result",
      }),
      z.string(),
    ),
    search_filter: defaultedField(
      z.string().max(1_000).meta({ description: "The filter of an LDAP search" }),
      z.string(),
      FILTER_DEFAULT,
    ),
    search_scope: defaultedField(
      scope.meta({ description: "How deep LDAP searches: the entry itself, one level, or the whole tree" }),
      scope,
      "sub" as const,
    ),
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors(config) {
    const wrongFilter = ldapFilterError(config.search_filter);
    return [
      ...hostErrors("ldap", config, PORTS.implicit),
      ...loginErrors(config),
      // A directory accepts a name without a password as anonymous, and would hide a wrong one.
      ...wholeLoginErrors(config),
      ...(wrongFilter === null ? [] : [{ path: "search_filter", message: wrongFilter }]),
    ];
  },
  assertionFields: { entries: "search_base" },
  address: (config) => hostAndPort(config.host, tlsModeAndPort(config, PORTS).port),
  toSpec: ({ search_base, search_filter, search_scope, ...config }) => ({
    ...serverSpec(config, tlsModeAndPort(config, PORTS).port),
    ...loginSpec(config),
    ...tlsModeSpec(config, PORTS),
    ...(search_base !== null && {
      search: { base: search_base, filter: search_filter, scope: SCOPES.indexOf(search_scope) },
    }),
  }),
  noCertificate: ({ tls_mode }) => (tls_mode === "none" ? "an LDAP monitor without TLS" : null),
  masked: ["password"],
});
