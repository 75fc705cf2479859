import { defineCheckKind } from "../check-kind.ts";
import type { CheckType } from "../check-types.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import {
  databaseField,
  loginErrors,
  loginSpec,
  passwordField,
  queryField,
  serverSpec,
  tlsSpec,
  userField,
} from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField, verifyTlsField } from "../http-options.ts";
import { tlsField } from "../tcp.ts";

const FIELDS = {
  host: hostField,
  port: portField,
  user: userField,
  password: passwordField,
  database: databaseField,
  query: queryField,
  tls: tlsField,
  verify_tls: verifyTlsField,
  ip_family: ipFamilyField,
  keep_body: keepBodyField,
};

/** Returns the kind of an SQL database: a login, and optionally a query. */
export function databaseCheck(type: CheckType & ("postgres" | "mysql"), defaultPort: number) {
  return defineCheckKind({
    fields: FIELDS,
    findErrors: (config) => [
      ...hostErrors(type, config, defaultPort),
      ...loginErrors(config),
      ...(config.user === null ? [{ path: "user", message: `is required for type '${type}'` }] : []),
      ...(config.query?.includes("\0") ? [{ path: "query", message: "must not contain NUL" }] : []),
    ],
    assertionFields: { value: "query", rows: "query" },
    address: ({ host, port, database }) => {
      const server = hostAndPort(host, port ?? defaultPort);
      return database === null ? server : `${server}/${database}`;
    },
    toSpec: ({ database, query, ...config }) => ({
      ...serverSpec(config, defaultPort),
      ...loginSpec(config),
      ...tlsSpec(config),
      ...(database !== null && { database }),
      ...(query !== null && { query }),
    }),
    noCertificate: ({ tls }) => (tls ? null : "a database monitor without TLS"),
    masked: ["password"],
  });
}
