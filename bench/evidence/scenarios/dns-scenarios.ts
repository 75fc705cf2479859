import { NS, PORTAL, WEB } from "../network.ts";
import type { Scenario } from "../scenario.ts";

const SHOP = ["shop 60 A 203.0.113.7"];

export const DNS_SCENARIOS: readonly Scenario[] = [
  { name: "both name servers answer NXDOMAIN", layer: "dns", scope: "all", zones: [[], []] },
  {
    ...{ name: "one name server answers NXDOMAIN", layer: "dns", scope: "one_nameserver" },
    ...{ zones: [[], SHOP], homeAsks: [NS[0]] },
  },
  { name: "both name servers are stopped", layer: "dns", scope: "all", stoppedNameServers: [0, 1] },
  {
    ...{ name: "one name server has lost the zone", layer: "dns", scope: "one_nameserver" },
    ...{ zones: [null, SHOP], homeAsks: [NS[0]] },
  },
  {
    ...{ name: "both name servers have lost the zone", layer: "dns", scope: "all" },
    zones: [null, null],
  },
  {
    ...{ name: "the name has no address", layer: "dns", scope: "all" },
    zones: [['shop 60 TXT "moved"'], ['shop 60 TXT "moved"']],
  },
  {
    ...{ name: "the resolver of a runner answers NXDOMAIN", layer: "dns", scope: "one_resolver" },
    resolvers: { home: ['local-zone: "shop.example.com" always_nxdomain'] },
  },
  {
    ...{ name: "the resolver of a runner answers REFUSED", layer: "dns", scope: "one_resolver" },
    resolvers: { home: ['local-zone: "shop.example.com" always_refuse'] },
  },
  {
    ...{ name: "the resolver of a runner is stopped", layer: "dns", scope: "one_resolver" },
    isHomeResolverStopped: true,
  },
  {
    ...{ name: "the resolver of a runner reaches no name server", layer: "dns", scope: "one_resolver" },
    homeAsks: ["198.51.100.99"],
  },
  {
    ...{ name: "a poisoned resolver leads to nowhere", layer: "dns", scope: "one_resolver" },
    resolvers: { home: ['local-data: "shop.example.com. 60 A 203.0.113.250"'] },
  },
  {
    ...{ name: "a poisoned resolver leads to another server", layer: "dns", scope: "one_resolver" },
    resolvers: { home: [`local-data: "shop.example.com. 60 A ${PORTAL}"`] },
  },
  {
    ...{ name: "a cache has the address of the old server", layer: "dns", scope: "one_resolver" },
    resolvers: { home: [`local-data: "shop.example.com. 60 A ${WEB[3]}"`] },
    web: { [WEB[3]]: { isStopped: true } },
  },
  {
    ...{ name: "one name server still has the old address", layer: "dns", scope: "one_nameserver" },
    ...{ zones: [SHOP, [`shop 60 A ${WEB[3]}`]], homeAsks: [NS[1]] },
    web: { [WEB[3]]: { isStopped: true } },
  },
  {
    ...{ name: "invalid signatures of DNSSEC", layer: "dns", scope: "all" },
    resolvers: Object.fromEntries(
      ["home", "ams", "public"].map((who) => [
        who,
        [`trust-anchor: "example.com. DS 12345 13 2 ${"ab".repeat(32)}"`],
      ]),
    ),
  },
];
