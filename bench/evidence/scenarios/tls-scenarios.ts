import { WEB } from "../network.ts";
import type { Scenario } from "../scenario.ts";

export const TLS_SCENARIOS: readonly Scenario[] = [
  { name: "an expired certificate", layer: "tls", scope: "all", web: { all: { certificate: "expired" } } },
  {
    ...{ name: "a certificate that is not valid yet", layer: "tls", scope: "all" },
    web: { all: { certificate: "future" } },
  },
  {
    ...{ name: "the certificate of another site", layer: "tls", scope: "all" },
    web: { all: { certificate: "otherName" } },
  },
  {
    ...{ name: "an unknown issuer", layer: "tls", scope: "all" },
    web: { all: { certificate: "unknownIssuer" } },
  },
  {
    ...{ name: "a self-signed certificate", layer: "tls", scope: "all" },
    web: { all: { certificate: "selfSigned" } },
  },
  {
    ...{ name: "one of four addresses has the old certificate", layer: "tls", scope: "one_address" },
    ...{ addresses: WEB, web: { [WEB[1]]: { certificate: "expired" } } },
  },
  { name: "plain HTTP on the port of TLS", layer: "tls", scope: "all", web: { all: { isPlain: true } } },
  { name: "a handshake without an answer", layer: "tls", scope: "all", broken: { [WEB[0]]: "silent" } },
  { name: "a handshake that is closed", layer: "tls", scope: "all", broken: { [WEB[0]]: "closes" } },
  { name: "SSH on the port of TLS", layer: "tls", scope: "all", broken: { [WEB[0]]: "garbage" } },
];
