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
import { KEY_FORGOTTEN_MS } from "./api-key-cache.ts";
import { issueApiKey, listApiKeyPage, revokeApiKey } from "./service.ts";

const tag = "API keys";
const managing = { scope: "admin", role: "admin" } as const;

export function apiKeyRoutes({
  staff,
  apiKeysMax: keysMax,
}: {
  staff: () => RunnerAvailability;
  /** Of an organization, those that work; 0 for no limit. */
  apiKeysMax: number;
}): Route[] {
  return [
    defineRoute({
      id: "listApiKeys",
      tag,
      method: "GET",
      url: "/api/v1/api-keys",
      summary: "List API keys",
      description: "Revoked and expired ones too, unless `status` says otherwise.",
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
        "The answer is the only place where the key itself is shown. A request repeated is therefore not answered again: " +
        "the name is taken then. A key of scope `runner` is for `vedette runner` at its `location`, and reaches nothing else.",
      access: managing,
      request: { body: apiKeyCreate },
      response: success(newApiKeySchema),
      status: 201,
      transaction: true,
      handler: async (ctx, { body }) => ({
        success: true as const,
        data: await issueApiKey(ctx, body, { staff: staff(), keysMax }),
      }),
    }),
    defineRoute({
      id: "revokeApiKey",
      tag,
      method: "DELETE",
      url: "/api/v1/api-keys/:id",
      summary: "Revoke an API key",
      description: "Holds from the next request on. The key stays in the list, and its name is free again.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      answerDelayMs: KEY_FORGOTTEN_MS,
      async handler(ctx, { params }) {
        await revokeApiKey(ctx, params.id);
        return { success: true as const, data: { id: params.id, deleted: true as const } };
      },
    }),
  ];
}
