import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  apiKeyCreate,
  apiKeyListQuery,
  apiKeySchema,
  newApiKeySchema,
} from "@vedette/contract/people/api-keys.ts";
import type { RunnerAvailability } from "../../../engine/locations/work-queue.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { REVOCATION_DELAY_MS } from "./api-key-cache.ts";
import { getApiKey, issueApiKey, listApiKeyPage, revokeApiKey } from "./service.ts";

const tag = "API keys";
const managing = { scope: "admin", role: "admin" } as const;

export function apiKeyRoutes({
  availability,
  apiKeysMax: keysMax,
}: {
  availability: () => RunnerAvailability;
  /** Maximum number of active keys of an organization; 0 for no limit. */
  apiKeysMax: number;
}): Route[] {
  return [
    defineRoute({
      id: "listApiKeys",
      tag,
      method: "GET",
      url: "/api/v1/api-keys",
      summary: "List API keys",
      description: "Includes revoked and expired keys unless `status` excludes them.",
      access: managing,
      request: { query: apiKeyListQuery },
      response: page(apiKeySchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listApiKeyPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createApiKey",
      tag,
      method: "POST",
      url: "/api/v1/api-keys",
      summary: "Create an API key",
      description:
        "Only this response contains the key itself. Repeating the request does not return the key again; it fails because " +
        "the name is taken. A key of scope `runner` is valid only for `vedette runner` at its `location`.",
      access: managing,
      request: { body: apiKeyCreate },
      response: success(newApiKeySchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { body }) =>
        ok(await issueApiKey(ctx, body, { availability: availability(), keysMax })),
    }),
    defineRoute({
      id: "getApiKey",
      tag,
      method: "GET",
      url: "/api/v1/api-keys/:id",
      summary: "Get an API key",
      access: managing,
      request: { params: idParams },
      response: success(apiKeySchema),
      status: 200,
      // A key expires by itself.
      measured: ["last_used_at", "status"],
      handler: async (ctx, { params }) => ok(await getApiKey(ctx, params.id)),
    }),
    defineRoute({
      id: "revokeApiKey",
      tag,
      method: "DELETE",
      url: "/api/v1/api-keys/:id",
      summary: "Revoke an API key",
      description:
        "Takes effect with the next request. The key stays in the list, and its name can be used again.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      responseDelayMs: REVOCATION_DELAY_MS,
      async handler(ctx, { params }) {
        await revokeApiKey(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
