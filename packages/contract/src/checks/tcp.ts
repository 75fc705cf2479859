import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
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
    expect_closed: switchField(
      z.boolean().meta({ description: "TCP only: up if the port refuses connections or does not answer" }),
      false,
    ),
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors: (config) => [
    ...hostErrors("tcp", config, null),
    ...exchangeErrors(config),
    ...(config.expect_closed ? closedErrors(config) : []),
  ],
  address: ({ host, port }) => hostAndPort(host, port),
  toSpec: ({ host, port, tls, verify_tls, expect_closed, ip_family, keep_body, ...exchange }) => ({
    host: host ?? "",
    port: port ?? 0,
    ...(expect_closed && { expectsClosed: true as const }),
    ...(tls && { tls: { verify: verify_tls } }),
    ...exchangeSpec(exchange),
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),
  noCertificate: ({ tls }) => (tls ? null : "a TCP monitor without TLS"),
  masked: ["send"],
});

type OpenOptions = { tls: boolean; send: string | null; expect: string | null };

/** Nothing can be exchanged with a port that is expected to be closed. */
function closedErrors({ tls, send, expect }: OpenOptions): ErrorDetail[] {
  const message = "does not apply with expect_closed; remove one of them";
  const set = { tls, send: send !== null, expect: expect !== null };
  return Object.entries(set).flatMap(([path, isSet]) => (isSet ? [{ path, message }] : []));
}
