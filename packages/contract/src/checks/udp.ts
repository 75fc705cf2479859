import { defineCheckKind } from "./check-kind.ts";
import {
  exchangeErrors,
  exchangeSpec,
  expectField,
  expectTypeField,
  sendField,
} from "./fields/exchange-fields.ts";
import { hostAndPort } from "./fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "./fields/host-fields.ts";
import { ipFamilyField, ipFamilySpec, keepBodyField, keepBodySpec } from "./http-options.ts";

/** One datagram to a host and port, and the one that answers it. */

export const udpCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    send: sendField,
    expect: expectField,
    expect_type: expectTypeField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },
  findErrors: (config) => [
    ...hostErrors("udp", config, null),
    ...(config.send === null ? [{ path: "send", message: "is required for type 'udp'" }] : []),
    ...exchangeErrors(config),
  ],
  address: ({ host, port }) => hostAndPort(host, port),
  toSpec: ({ host, port, ip_family, keep_body, ...exchange }) => ({
    host: host ?? "",
    port: port ?? 0,
    ...exchangeSpec(exchange),
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),
  noCertificate: () => "a UDP monitor",
  masked: ["send"],
});
