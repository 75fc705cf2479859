import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { isHost } from "../common/http-rules.ts";
import { defineCheckKind, optionalField } from "./check-kind.ts";
import { ipFamilyField, ipFamilySpec } from "./http-options.ts";

/** One TCP connection to a host and port. */

export const tcpCheck = defineCheckKind({
  fields: {
    host: optionalField(z.string().max(253), z.string()),
    port: optionalField(z.number().int().min(1).max(65_535), z.number()),
    ip_family: ipFamilyField,
  },
  assertionTypes: ["response_time", "ip"],

  findErrors({ host, port }) {
    const errors: ErrorDetail[] = [];
    if (host === null) errors.push({ path: "host", message: "is required for type 'tcp'" });
    else if (!isHost(host)) errors.push({ path: "host", message: "must be a host name or an IP address" });
    if (port === null) errors.push({ path: "port", message: "is required for type 'tcp'" });
    return errors;
  },

  /** An IPv6 address is put in brackets, to separate it from the port. */
  address({ host, port }) {
    const isBareIpv6 = host?.includes(":") && !host.startsWith("[");
    return `${isBareIpv6 ? `[${host}]` : host}:${port}`;
  },

  toSpec: ({ host, port, ip_family }) => ({
    host: host ?? "",
    port: port ?? 0,
    ...ipFamilySpec(ip_family),
  }),

  noCertificate: () => "a monitor of another type than 'url'",

  masked: [],
});
