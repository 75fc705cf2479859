import type { Config } from "../../platform/config/config.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson, type FetchJson } from "../../platform/net/fetch-json.ts";
import { createSendRequest, type SendRequest } from "../../platform/net/send-request.ts";

/**
 * Reaches the issuers of OIDC tokens and the receivers of telemetry. Users choose them, so the egress policy of checks
 * applies.
 */
export function prepareUserRequests({ config, ownPorts }: { config: Config; ownPorts: readonly OwnPort[] }): {
  fetchIssuer: FetchJson;
  sendTelemetry: SendRequest;
} {
  const { mode, allow, deny, portsDeny } = config.egress;
  const policy = createEgressPolicy({ mode, allow, deny, portsDeny, ownPorts: () => ownPorts });
  const egress = createEgress({ policy });
  return { fetchIssuer: createFetchJson(egress), sendTelemetry: createSendRequest(egress) };
}
