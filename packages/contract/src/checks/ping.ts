import { z } from "zod";
import { defaultedField, defineCheckKind, optionalField } from "./check-kind.ts";
import { hostErrors, hostField } from "./fields/host-fields.ts";
import { ipFamilyField, ipFamilySpec } from "./http-options.ts";

/** Echo requests of ICMP to a host. */

export const pingCheck = defineCheckKind({
  fields: {
    host: hostField,
    count: defaultedField(
      z.number().int().min(1).max(20).meta({ description: "Packets of a ping" }),
      z.number(),
      3,
    ),
    packet_interval_ms: defaultedField(
      // Shorter ones need the rights of root.
      z.number().int().min(200).max(5_000).meta({ description: "Time between two packets of a ping" }),
      z.number(),
      200,
    ),
    packet_size: defaultedField(
      z.number().int().min(0).max(65_507).meta({ description: "Bytes of data in a packet of a ping" }),
      z.number(),
      56,
    ),
    max_loss_percent: optionalField(
      z.number().min(0).max(99).meta({
        description: "A ping that loses more packets is down; by default only one that loses all",
      }),
      z.number(),
    ),
    ip_family: ipFamilyField,
  },
  findErrors: ({ host }) => hostErrors("ping", { host, port: null }, 0),
  address: ({ host }) => host ?? "",
  toSpec: ({ host, count, packet_interval_ms, packet_size, max_loss_percent, ip_family }) => ({
    host: host ?? "",
    count,
    packetIntervalMs: packet_interval_ms,
    packetSize: packet_size,
    ...(max_loss_percent !== null && { maxLossPercent: max_loss_percent }),
    ...ipFamilySpec(ip_family),
  }),
  noCertificate: () => "a ping monitor",
  masked: [],
});
