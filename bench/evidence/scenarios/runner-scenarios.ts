import { HOME, PORTAL, WEB } from "../network.ts";
import type { Scenario } from "../scenario.ts";

const DROP_DNS = "iptables -A OUTPUT -p udp --dport 53 -j DROP; iptables -A OUTPUT -p tcp --dport 53 -j DROP";
const portal = (port: number) =>
  `iptables -t nat -A PREROUTING -s ${HOME} -p tcp --dport ${port} -d 203.0.113.0/24 -j DNAT --to-destination ${PORTAL}`;

export const RUNNER_SCENARIOS: readonly Scenario[] = [
  {
    ...{ name: "the link of a runner is down", layer: "runner", scope: "one_location" },
    faults: { home: "ip link set eth0 down" },
  },
  {
    ...{ name: "the same without canaries", layer: "runner", scope: "one_location", hasNoCanaries: true },
    faults: { home: "ip link set eth0 down" },
  },
  {
    ...{ name: "a runner has lost its route", layer: "runner", scope: "one_location" },
    faults: { home: "ip route del default" },
  },
  {
    ...{
      name: "the router of a runner forwards nothing, no canaries",
      layer: "runner",
      scope: "one_location",
    },
    ...{ faults: { router: `iptables -A FORWARD -s ${HOME} -j DROP` }, hasNoCanaries: true },
  },
  {
    ...{ name: "a firewall of a runner drops DNS", layer: "runner", scope: "one_location" },
    ...{ faults: { home: DROP_DNS }, hasNoCanaries: true },
  },
  {
    ...{ name: "a captive portal redirects HTTP", layer: "runner", scope: "one_location" },
    ...{
      faults: { router: portal(80) },
      check: { url: "http://shop.example.com/", assertions: [statusIs200()] },
    },
  },
  {
    ...{ name: "a proxy intercepts TLS", layer: "runner", scope: "one_location" },
    faults: { router: portal(443) },
  },
  {
    ...{ name: "the egress policy denies the address", layer: "runner", scope: "one_location" },
    deny: [WEB[0]],
  },
];

function statusIs200() {
  return { type: "status_code", operator: "equals", value: 200, property: null } as const;
}
