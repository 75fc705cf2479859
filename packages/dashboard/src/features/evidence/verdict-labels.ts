import type { NotCollectedReason } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict, VerdictLayer, VerdictScope } from "@vedette/contract/evidence/verdict.ts";
import { t } from "../../language/t.ts";

/** Words for verdicts. */

const LAYER_LABELS: Record<VerdictLayer, string> = {
  dns: "DNS",
  network: t("Network"),
  tcp: "TCP",
  tls: "TLS",
  http: "HTTP",
  content: t("Content"),
  browser: t("Browser"),
  runner: t("Our side"),
  none: t("No verdict"),
};

const SCOPE_LABELS: Record<VerdictScope, string> = {
  all: t("everywhere"),
  one_address: t("one address"),
  some_addresses: t("some addresses"),
  one_family: t("one address family"),
  one_location: t("one location"),
  some_locations: t("some locations"),
  one_nameserver: t("one name server"),
  some_nameservers: t("some name servers"),
  one_resolver: t("one resolver"),
  unknown: t("extent not known"),
};

/** "TLS, one address", or "No verdict". */
export function verdictHeading({ layer, scope }: Verdict): string {
  return layer === "none" ? LAYER_LABELS.none : `${LAYER_LABELS[layer]}, ${SCOPE_LABELS[scope]}`;
}

/** Why a location collected nothing. */
export const NOT_COLLECTED_LABELS: Record<NotCollectedReason, string> = {
  no_runner: t("Not collected. No runner is online."),
  no_report: t("Not collected. The runner did not report in time."),
  old_runner: t("Not collected. The runner is too old. Update it."),
  invalid_report: t("Not collected. The report of the runner was rejected."),
};
