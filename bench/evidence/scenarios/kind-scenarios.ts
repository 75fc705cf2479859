import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { specOf } from "../../../packages/server/test/hostile/check-specs.ts";
import { SHOP } from "../certificates.ts";
import { WEB } from "../network.ts";
import type { Scenario } from "../scenario.ts";

const tcp: CheckSpec = specOf("tcp", { host: SHOP, port: 443 });
const tls: CheckSpec = specOf("tls", { host: SHOP, port: 443 });
const ping: CheckSpec = specOf("ping", { host: SHOP });
const dns: CheckSpec = specOf("dns", { host: SHOP });
const answer: CheckSpec = specOf("dns", {
  host: SHOP,
  assertions: [{ type: "answer", operator: "contains", value: "203.0.113.99", property: null }],
});

/** Failures that checks of other kinds see. */
export const KIND_SCENARIOS: readonly Scenario[] = [
  {
    name: "TCP: the port refuses",
    layer: "tcp",
    scope: "all",
    other: tcp,
    web: { all: { isStopped: true } },
  },
  {
    ...{ name: "TCP: one of four addresses refuses", layer: "tcp", scope: "one_address", other: tcp },
    ...{ addresses: WEB, web: { [WEB[2]]: { isStopped: true } } },
  },
  {
    ...{ name: "TLS: an expired certificate", layer: "tls", scope: "all", other: tls },
    web: { all: { certificate: "expired" } },
  },
  {
    ...{ name: "ping: the host is gone", layer: "network", scope: "all", other: ping },
    faults: { web: "ip link set eth0 down" },
  },
  {
    ...{ name: "ping: one name server answers NXDOMAIN", layer: "dns", scope: "one_nameserver", other: ping },
    ...{ zones: [[], ["shop 60 A 203.0.113.7"]], homeAsks: ["198.51.100.11"] },
  },
  {
    ...{ name: "DNS: both name servers answer NXDOMAIN", layer: "dns", scope: "all", other: dns },
    zones: [[], []],
  },
  { name: "DNS: the record is another one", layer: "dns", scope: "all", other: answer },
];
