import type { NotCollectedReason } from "@vedette/contract/evidence/evidence-facts.ts";
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

/** Why a location collected nothing. */
export const NOT_COLLECTED_LABELS: Record<NotCollectedReason, string> = {
  no_runner: "Not collected. No runner is online.",
  no_report: "Not collected. The runner did not report in time.",
  old_runner: "Not collected. The runner is too old. Update it.",
  invalid_report: "Not collected. The report of the runner was rejected.",
};
