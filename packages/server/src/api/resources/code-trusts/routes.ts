import {
  codeTokenRequest,
  codeTokenSchema,
  codeTrustCreate,
  codeTrustListQuery,
  codeTrustSchema,
} from "@vedette/contract/code/trusts/code-trusts.ts";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { FetchJson } from "../../../platform/net/fetch-json.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { REVOCATION_DELAY_MS } from "../api-keys/service.ts";
import { exchangeToken } from "./exchange-token.ts";
import { createIssuerKeys } from "./oidc/issuer-keys.ts";
import { createTrust, listTrustPage, removeTrust } from "./service.ts";

const tag = "Configuration as code";
const URL = "/api/v1/code/trusts";
const managing = { scope: "admin", role: "admin" } as const;

export type TrustRouteDeps = {
  database: Database;
  clock: Clock;
  /** Reaches the issuers of OIDC tokens. */
  fetchIssuer: FetchJson;
};

export function codeTrustRoutes({ database, clock, fetchIssuer }: TrustRouteDeps): Route[] {
  const keys = createIssuerKeys({ fetch: fetchIssuer, clock });
  return [
    defineRoute({
      id: "listCodeTrusts",
      tag,
      method: "GET",
      url: URL,
      summary: "List trusted OIDC tokens",
      access: managing,
      request: { query: codeTrustListQuery },
      response: page(codeTrustSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listTrustPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createCodeTrust",
      tag,
      method: "POST",
      url: URL,
      summary: "Trust OIDC tokens of CI jobs",
      description:
        "Jobs whose token has this issuer, audience and subject can exchange it for an API key of scope `code` for the projects.",
      access: managing,
      request: { body: codeTrustCreate },
      response: success(codeTrustSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createTrust(ctx, body)),
    }),
    defineRoute({
      id: "deleteCodeTrust",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete the trust in OIDC tokens",
      description: "Takes effect with the next request, also for keys that were exchanged for tokens.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      responseDelayMs: REVOCATION_DELAY_MS,
      async handler(ctx, { params }) {
        await removeTrust(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "exchangeCodeToken",
      tag,
      method: "POST",
      url: "/api/v1/code/token",
      summary: "Exchange an OIDC token for an API key",
      description:
        "Returns an API key of scope `code` that is valid for 15 minutes. The token of the CI job is the credential.",
      access: "public",
      request: { body: codeTokenRequest },
      response: success(codeTokenSchema),
      status: 201,
      isSecret: true,
      handler: async ({ requestId, visitor }, { body }) =>
        ok(await exchangeToken({ database, keys, clock }, body, { requestId, ip: visitor.address })),
    }),
  ];
}
