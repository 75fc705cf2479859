import { defineCheckKind } from "../check-kind.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import { serverSpec } from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField } from "../http-options.ts";

/** The identification of an SSH server, and its host key. */

const PORT = 22;

export const sshCheck = defineCheckKind({
  fields: { host: hostField, port: portField, ip_family: ipFamilyField, keep_body: keepBodyField },
  findErrors: (config) => hostErrors("ssh", config, PORT),
  address: ({ host, port }) => hostAndPort(host, port ?? PORT),
  toSpec: (config) => serverSpec(config, PORT),
  noCertificate: () => "an SSH monitor",
  masked: [],
});
