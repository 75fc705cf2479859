import type { Config } from "../../platform/config/read-config.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson, type FetchJson } from "../../platform/net/fetch-json.ts";

/** Reaches the issuers of OIDC tokens. Users choose them, so the egress policy of checks applies. */
export function prepareIssuerFetch({
  config,
  ownPorts,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
}): FetchJson {
  const { mode, allow, deny, portsDeny } = config.egress;
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  return createFetchJson(createEgress({ policy }));
}
