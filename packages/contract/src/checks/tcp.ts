import { z } from "zod";
import { defineCheckKind, switchField } from "./check-kind.ts";
import {
  exchangeErrors,
  exchangeSpec,
  expectField,
  expectTypeField,
  sendField,
} from "./fields/exchange-fields.ts";
import { hostAndPort } from "./fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "./fields/host-fields.ts";
import { ipFamilyField, ipFamilySpec, keepBodyField, keepBodySpec, verifyTlsField } from "./http-options.ts";

/** One TCP connection to a host and port, optionally with TLS and an exchange of data. */

export const tlsField = switchField(z.boolean().meta({ description: "Connect with TLS" }), false);

export const tcpCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    tls: tlsField,
    verify_tls: verifyTlsField,
    send: sendField,
    expect: expectField,
    expect_type: expectTypeField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors: (config) => [...hostErrors("tcp", config, null), ...exchangeErrors(config)],
  address: ({ host, port }) => hostAndPort(host, port),
  toSpec: ({ host, port, tls, verify_tls, ip_family, keep_body, ...exchange }) => ({
    host: host ?? "",
    port: port ?? 0,
    ...(tls && { tls: { verify: verify_tls } }),
    ...exchangeSpec(exchange),
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),
  noCertificate: ({ tls }) => (tls ? null : "a TCP monitor without TLS"),
  masked: ["send"],
});
