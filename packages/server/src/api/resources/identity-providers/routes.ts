import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  identityProviderCreate,
  identityProviderListQuery,
  identityProviderSchema,
  identityProviderUpdate,
} from "@vedette/contract/people/identity-providers.ts";
import type { DnsRecords } from "../../../platform/net/probes/dns-records.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeProvider, createProvider, getProvider, listProviderPage, removeProvider } from "./service.ts";
import { verifyDomains } from "./verify-domains.ts";

const tag = "Identity providers";
const URL = "/api/v1/identity-providers";
const reading = { scope: "read", role: "admin" } as const;
const managing = { scope: "admin", role: "admin" } as const;
/** Twenty domains whose name servers answer slowly. */
const VERIFY_TIMEOUT_MS = 90_000;

export type IdentityProviderDeps = {
  vault: Vault;
  /** The URL of this server, to which providers redirect. */
  publicAddress: string;
  dns: Pick<DnsRecords, "txt">;
};

export function identityProviderRoutes(deps: IdentityProviderDeps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps)];
}

function readRoutes({ publicAddress }: IdentityProviderDeps): Route[] {
  return [
    defineRoute({
      id: "listIdentityProviders",
      tag,
      method: "GET",
      url: URL,
      summary: "List identity providers",
      access: reading,
      request: { query: identityProviderListQuery },
      response: page(identityProviderSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listProviderPage({ ...ctx, publicAddress }, query)),
      }),
    }),
    defineRoute({
      id: "getIdentityProvider",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an identity provider",
      access: reading,
      request: { params: idParams },
      response: success(identityProviderSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getProvider({ ...ctx, publicAddress }, params.id)),
    }),
  ];
}

function writeRoutes({ vault, publicAddress, dns }: IdentityProviderDeps): Route[] {
  const own = { vault, publicAddress };
  return [
    defineRoute({
      id: "createIdentityProvider",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an identity provider",
      description:
        "People with an address of its domains sign in with it, as soon as the domains are verified.",
      access: managing,
      request: { body: identityProviderCreate },
      response: success(identityProviderSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createProvider({ ...ctx, ...own }, body)),
    }),
    defineRoute({
      id: "updateIdentityProvider",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an identity provider",
      description:
        "Changes the given fields; `domains` and `group_roles` replace the lists. Another issuer requires new proofs of all domains.",
      access: managing,
      request: { params: idParams, body: identityProviderUpdate },
      response: success(identityProviderSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeProvider({ ...ctx, ...own }, params.id, body)),
    }),
    defineRoute({
      id: "verifyIdentityProvider",
      tag,
      method: "POST",
      url: `${URL}/:id/verify`,
      summary: "Verify the domains of an identity provider",
      description:
        "Looks for the TXT records of `domain_proofs`. A domain belongs to one provider on this server: the first that proves it.",
      access: managing,
      request: { params: idParams },
      response: success(identityProviderSchema),
      status: 200,
      handlerTimeoutMs: VERIFY_TIMEOUT_MS,
      handler: async (ctx, { params }) =>
        ok(await verifyDomains({ ...ctx, publicAddress, inTransaction: ctx.inTransaction }, dns, params.id)),
    }),
    defineRoute({
      id: "deleteIdentityProvider",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an identity provider",
      description: "Ends the sessions that it started. Members stay, and sign in another way.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeProvider(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
