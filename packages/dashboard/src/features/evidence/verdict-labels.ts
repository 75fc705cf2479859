import type { Verdict, VerdictLayer, VerdictScope } from "@vedette/contract/evidence/verdict.ts";

/** Words for verdicts. */

const LAYER_LABELS: Record<VerdictLayer, string> = {
  dns: "DNS",
  network: "Network",
  tcp: "TCP",
  tls: "TLS",
  http: "HTTP",
  content: "Content",
  browser: "Browser",
  runner: "Our side",
  none: "No verdict",
};

const SCOPE_LABELS: Record<VerdictScope, string> = {
  all: "everywhere",
  one_address: "one address",
  some_addresses: "some addresses",
  one_family: "one address family",
  one_location: "one location",
  some_locations: "some locations",
  one_nameserver: "one name server",
  some_nameservers: "some name servers",
  one_resolver: "one resolver",
  unknown: "extent not known",
};

/** "TLS, one address", or "No verdict". */
export function verdictHeading({ layer, scope }: Verdict): string {
  return layer === "none" ? LAYER_LABELS.none : `${LAYER_LABELS[layer]}, ${SCOPE_LABELS[scope]}`;
}
