import { z } from "zod";
import { headerErrors } from "../common/http-rules.ts";
import { defineCheckKind, optionalField } from "./check-kind.ts";
import { hostAndPort } from "./fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "./fields/host-fields.ts";
import { headersField, ipFamilyField, ipFamilySpec, verifyTlsField } from "./http-options.ts";
import { tlsField } from "./tcp.ts";

/** One call of the gRPC health service, version 1. Source: https://github.com/grpc/grpc/blob/master/doc/health-checking.md */

const SERVICE = /^[\w./-]*$/;

export const grpcCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    tls: tlsField,
    verify_tls: verifyTlsField,
    service: optionalField(
      z
        .string()
        .max(200)
        .meta({ description: "The service whose health is asked; default: the whole server" }),
      z.string(),
    ),
    headers: headersField,
    ip_family: ipFamilyField,
  },
  findErrors: (config) => [
    ...hostErrors("grpc", config, null),
    ...headerErrors(config.headers),
    ...(SERVICE.test(config.service ?? "")
      ? []
      : [{ path: "service", message: "must be the full name of a service, such as shop.v1.Orders" }]),
  ],
  address: ({ host, port }) => hostAndPort(host, port),
  toSpec: ({ host, port, tls, verify_tls, service, headers, ip_family }) => ({
    host: host ?? "",
    port: port ?? 0,
    service: service ?? "",
    headers,
    ...(tls && { tls: { verify: verify_tls } }),
    ...ipFamilySpec(ip_family),
  }),
  noCertificate: ({ tls }) => (tls ? null : "a gRPC monitor without TLS"),
  masked: ["headers"],
});
