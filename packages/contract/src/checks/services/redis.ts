import { z } from "zod";
import { defineCheckKind, optionalField } from "../check-kind.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import {
  databaseField,
  loginErrors,
  loginSpec,
  passwordField,
  serverSpec,
  tlsSpec,
  userField,
} from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField, verifyTlsField } from "../http-options.ts";
import { tlsField } from "../tcp.ts";

/** A PING of a Redis server, or of one that speaks its protocol, such as Valkey. */

const PORT = 6_379;

export const redisCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    user: userField,
    password: passwordField,
    database: databaseField,
    info_field: optionalField(
      z
        .string()
        .max(100)
        .regex(/^\w+$/, "must be a field of INFO, such as role")
        .meta({ description: "A field of Redis' INFO, which the assertion `value` reads" }),
      z.string(),
    ),
    tls: tlsField,
    verify_tls: verifyTlsField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors(config) {
    const { user, password, database } = config;
    return [
      ...hostErrors("redis", config, PORT),
      ...loginErrors(config),
      ...(user !== null && password === null
        ? [{ path: "password", message: "is required for a user" }]
        : []),
      ...(/^\d{0,9}$/.test(database ?? "") ? [] : [{ path: "database", message: "must be a number" }]),
    ];
  },
  assertionFields: { value: "info_field" },
  address: ({ host, port }) => hostAndPort(host, port ?? PORT),
  toSpec: ({ database, info_field, ...config }) => ({
    ...serverSpec(config, PORT),
    ...loginSpec(config),
    ...tlsSpec(config),
    ...(database !== null && { database: Number(database) }),
    ...(info_field !== null && { infoField: info_field }),
  }),
  noCertificate: ({ tls }) => (tls ? null : "a Redis monitor without TLS"),
  masked: ["password"],
});
