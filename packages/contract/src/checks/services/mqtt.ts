import { z } from "zod";
import { defineCheckKind, optionalField } from "../check-kind.ts";
import {
  exchangeErrors,
  exchangeSpec,
  expectField,
  expectTypeField,
  sendField,
} from "../fields/exchange-fields.ts";
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

/** A session with an MQTT broker, and optionally a message of a topic. Source: MQTT 3.1.1, OASIS standard. */

const portOf = ({ port, tls }: { port: number | null; tls: boolean }) => port ?? (tls ? 8_883 : 1_883);

export const mqttCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    user: userField,
    password: passwordField,
    topic: optionalField(
      z.string().max(1_000).meta({
        description: "The topic of MQTT whose next message is read; may contain the wildcards `+` and `#`",
      }),
      z.string(),
    ),
    send: sendField,
    expect: expectField,
    expect_type: expectTypeField,
    tls: tlsField,
    verify_tls: verifyTlsField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors(config) {
    const { user, password, topic, send, expect } = config;
    return [
      ...hostErrors("mqtt", config, portOf(config)),
      ...loginErrors(config),
      ...(password !== null && user === null
        ? [{ path: "user", message: "is required for a password" }]
        : []),
      ...(topic === null || isTopicFilter(topic)
        ? []
        : [{ path: "topic", message: "must be a topic, with + and # only as whole levels" }]),
      ...(topic === null && send !== null ? [{ path: "topic", message: "is required for send" }] : []),
      ...(topic === null && expect !== null ? [{ path: "topic", message: "is required for expect" }] : []),
      ...(send !== null && /[+#]/.test(topic ?? "")
        ? [{ path: "send", message: "needs a topic without wildcards" }]
        : []),
      ...exchangeErrors(config),
    ];
  },
  assertionFields: { body: "topic" },
  address: (config) => hostAndPort(config.host, portOf(config)),
  toSpec: ({ topic, send, expect, expect_type, ...config }) => ({
    ...serverSpec(config, portOf(config)),
    ...loginSpec(config),
    ...tlsSpec(config),
    ...exchangeSpec({ send, expect, expect_type }),
    ...(topic !== null && { topic }),
  }),
  noCertificate: ({ tls }) => (tls ? null : "an MQTT monitor without TLS"),
  masked: ["password", "send"],
});

/** `#` is the last level, and wildcards are whole levels. Source: MQTT 3.1.1, section 4.7. */
function isTopicFilter(topic: string): boolean {
  if (topic === "" || topic.includes("\0")) return false;
  const levels = topic.split("/");
  return levels.every(
    (level, index) => !/[+#]/.test(level) || level === "+" || (level === "#" && index === levels.length - 1),
  );
}
