import { HOME, WEB, WEB6 } from "../network.ts";
import type { Scenario } from "../scenario.ts";

const FOUR = { addresses: WEB };
const BOTH = { addresses: [WEB[0], WEB6[0]] };
const BIG = { all: { location: "default_type text/plain; root files; rewrite ^ /big.txt break;" } };
const dropPort = (address: string) =>
  `iptables -A INPUT -d ${address} -p tcp -m multiport --dports 80,443 -j DROP`;
const LOSS = "iptables -A INPUT -m statistic --mode random --probability 0.5 -j DROP";
const LARGE = "-m length --length 1300:65535 -j DROP";

export const NETWORK_SCENARIOS: readonly Scenario[] = [
  {
    ...{ name: "one of four addresses refuses", layer: "tcp", scope: "one_address", ...FOUR },
    web: { [WEB[2]]: { isStopped: true } },
  },
  {
    ...{ name: "two of four addresses refuse", layer: "tcp", scope: "some_addresses", ...FOUR },
    web: { [WEB[1]]: { isStopped: true }, [WEB[2]]: { isStopped: true } },
  },
  {
    ...{ name: "a firewall drops connections to one of four addresses", layer: "tcp", scope: "one_address" },
    ...{ ...FOUR, faults: { web: dropPort(WEB[1]) } },
  },
  {
    ...{ name: "one of four hosts is gone", layer: "network", scope: "one_address", ...FOUR },
    ...{ web: { [WEB[3]]: { isStopped: true } }, faults: { web: `ip addr del ${WEB[3]}/24 dev eth0` } },
  },
  { name: "the server is stopped", layer: "tcp", scope: "all", web: { all: { isStopped: true } } },
  {
    ...{ name: "a firewall rejects connections", layer: "tcp", scope: "all" },
    faults: { web: "iptables -A INPUT -p tcp --dport 443 -j REJECT --reject-with tcp-reset" },
  },
  {
    ...{ name: "a firewall drops connections", layer: "tcp", scope: "all" },
    faults: { web: dropPort(WEB[0]) },
  },
  {
    ...{ name: "a firewall drops the connections of one runner", layer: "tcp", scope: "one_location" },
    faults: { web: `iptables -A INPUT -s ${HOME} -p tcp --dport 443 -j DROP` },
  },
  {
    ...{ name: "the host is gone", layer: "network", scope: "all" },
    faults: { web: "ip link set eth0 down" },
  },
  {
    ...{ name: "a route to the target is missing for one runner", layer: "network", scope: "one_location" },
    faults: { router: `iptables -A FORWARD -s ${HOME} -d 203.0.113.0/24 -j DROP` },
  },
  {
    ...{ name: "a router rejects packets of one runner", layer: "network", scope: "one_location" },
    faults: {
      router: `iptables -A FORWARD -s ${HOME} -d 203.0.113.0/24 -j REJECT --reject-with icmp-host-unreachable`,
    },
  },
  {
    ...{ name: "IPv6 is dropped", layer: "network", scope: "one_family", ...BOTH },
    faults: { web: "ip6tables -A INPUT -d 2001:db8:7::7 -j DROP" },
  },
  {
    ...{ name: "IPv6 is dropped, and the check uses no other", layer: "network", scope: "all", ...BOTH },
    ...{ faults: { web: "ip6tables -A INPUT -d 2001:db8:7::7 -j DROP" }, check: { ipFamily: 6 } },
  },
  {
    ...{ name: "nothing listens on IPv6", layer: "tcp", scope: "one_family", ...BOTH },
    web: { [WEB6[0]]: { isStopped: true } },
  },
  {
    ...{ name: "large packets are lost", layer: "network", scope: "all", web: BIG },
    faults: { router: `iptables -A FORWARD -s 203.0.113.0/24 ${LARGE}` },
  },
  {
    ...{ name: "large packets to one runner are lost", layer: "network", scope: "one_location", web: BIG },
    faults: { router: `iptables -A FORWARD -s 203.0.113.0/24 -d ${HOME} ${LARGE}` },
  },
  {
    ...{ name: "half of all packets are lost", layer: "network", scope: "all", web: BIG },
    ...{ faults: { web: LOSS }, check: { timeoutMs: 1_500 } },
  },
  {
    ...{
      name: "half of the packets of one runner are lost",
      layer: "network",
      scope: "one_location",
      web: BIG,
    },
    ...{ faults: { web: LOSS.replace("INPUT", `INPUT -s ${HOME}`) }, check: { timeoutMs: 1_500 } },
  },
  {
    ...{ name: "a link is too slow", layer: "network", scope: "all", web: BIG },
    faults: { web: "tc qdisc add dev eth0 root tbf rate 16kbit burst 2000 latency 5s" },
  },
];
