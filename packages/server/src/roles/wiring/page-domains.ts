import type { DomainDeps } from "../../api/resources/status-pages/service-domains.ts";
import type { PageAddresses } from "../../pipeline/status-pages/page-url.ts";
import type { Config } from "../../platform/config/config.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../platform/net/fetch-json.ts";
import { createDnsRecords } from "../../platform/net/probes/dns-records.ts";

type PageDomainConfig = {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
};

/** Wires the verification of domains of status pages. Users choose the domains, so the egress policy of checks applies. */
export function preparePageDomains({ config, port, ownPorts }: PageDomainConfig): DomainDeps {
  const { mode, allow, deny, portsDeny } = config.egress;
  // A domain leads to this server itself, which may listen on port 80 or 443.
  const others = ownPorts.filter((own) => own.port !== port);
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => others });
  return {
    dns: createDnsRecords(),
    fetch: createFetchJson(createEgress({ policy })),
    // Anyone who can sign up can claim a name that another customer has pointed at this server.
    needsProof: config.signUp === "open",
  };
}

/** Without a public URL, links use localhost like those of messages. */
export function pageAddresses({ config, port }: Omit<PageDomainConfig, "ownPorts">): PageAddresses {
  const { publicUrl, statusDomain } = config.http;
  return { publicUrl, serverUrl: `http://localhost:${port}`, statusDomain };
}
