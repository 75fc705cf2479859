import { z } from "zod";
import { defaultedField, defineCheckKind } from "../check-kind.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import {
  loginErrors,
  loginSpec,
  passwordField,
  serverSpec,
  tlsSpec,
  userField,
} from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField, verifyTlsField } from "../http-options.ts";
import { tlsField } from "../tcp.ts";

/** A health check of RabbitMQ, by the HTTP API of its management plug-in. */

/** The names of the API. */
export const RABBITMQ_HEALTH_CHECKS = [
  "alarms",
  "local-alarms",
  "virtual-hosts",
  "node-is-quorum-critical",
] as const;
const healthCheck = z.enum(RABBITMQ_HEALTH_CHECKS);

const portOf = ({ port, tls }: { port: number | null; tls: boolean }) => port ?? (tls ? 15_671 : 15_672);

export const rabbitmqCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    user: userField,
    password: passwordField,
    health_check: defaultedField(
      healthCheck.meta({ description: "The health check that RabbitMQ makes" }),
      healthCheck,
      "alarms" as const,
    ),
    tls: tlsField,
    verify_tls: verifyTlsField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors(config) {
    const { user, password } = config;
    return [
      ...hostErrors("rabbitmq", config, portOf(config)),
      ...loginErrors(config),
      // The first colon ends the user name. Source: RFC 7617, section 2.
      ...(user?.includes(":") ? [{ path: "user", message: "must not contain a colon" }] : []),
      ...(user === null ? [{ path: "user", message: "is required for type 'rabbitmq'" }] : []),
      ...(password === null ? [{ path: "password", message: "is required for type 'rabbitmq'" }] : []),
    ];
  },
  address: (config) => hostAndPort(config.host, portOf(config)),
  toSpec: ({ health_check, ...config }) => ({
    ...serverSpec(config, portOf(config)),
    ...loginSpec(config),
    ...tlsSpec(config),
    healthCheck: health_check,
  }),
  noCertificate: ({ tls }) => (tls ? null : "a RabbitMQ monitor without TLS"),
  masked: ["password"],
});
