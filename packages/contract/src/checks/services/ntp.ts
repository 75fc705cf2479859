import { defineCheckKind } from "../check-kind.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import { serverSpec } from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField } from "../http-options.ts";

/** The time of an NTP server, against the clock of the runner. */

const PORT = 123;

export const ntpCheck = defineCheckKind({
  fields: { host: hostField, port: portField, ip_family: ipFamilyField, keep_body: keepBodyField },
  findErrors: (config) => hostErrors("ntp", config, PORT),
  address: ({ host, port }) => hostAndPort(host, port ?? PORT),
  toSpec: (config) => serverSpec(config, PORT),
  noCertificate: () => "an NTP monitor",
  masked: [],
});
