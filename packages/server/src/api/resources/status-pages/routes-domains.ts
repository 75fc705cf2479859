import { deleted, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  pageDomainCreate,
  pageDomainPage,
  pageDomainParams,
  pageDomainSchema,
} from "@vedette/contract/status-pages/page-domains.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf, StatusPageDeps } from "./routes-context.ts";
import {
  createPageDomain,
  deletePageDomain,
  getPageDomain,
  listPageDomains,
  verifyPageDomain,
} from "./service-domains.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages/:id/domains";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** Name servers and the domain itself may take their time to fail. */
const VERIFY_TIMEOUT_MS = 40_000;

export function pageDomainRoutes(contextOf: ContextOf, { database, pageDomains }: StatusPageDeps): Route[] {
  return [
    defineRoute({
      id: "listPageDomains",
      tag,
      method: "GET",
      url: URL,
      summary: "List the domains of a status page",
      access: reading,
      request: { params: idParams },
      response: pageDomainPage,
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listPageDomains(contextOf(ctx), params.id)),
      }),
    }),
    defineRoute({
      id: "createPageDomain",
      tag,
      method: "POST",
      url: URL,
      summary: "Add a domain to a status page",
      description:
        "The page is shown at the domain once it is verified: its DNS records lead to this server, and the server answers at `verification_url`.",
      access: writing,
      request: { params: idParams, body: pageDomainCreate },
      response: success(pageDomainSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) => ok(await createPageDomain(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getPageDomain",
      tag,
      method: "GET",
      url: `${URL}/:domain_id`,
      summary: "Get a domain of a status page",
      access: reading,
      request: { params: pageDomainParams },
      response: success(pageDomainSchema),
      status: 200,
      measured: ["state", "checked_at", "verified_at", "error"],
      handler: async (ctx, { params }) => ok(await getPageDomain(contextOf(ctx), placeOf(params))),
    }),
    defineRoute({
      id: "deletePageDomain",
      tag,
      method: "DELETE",
      url: `${URL}/:domain_id`,
      summary: "Remove a domain from a status page",
      access: writing,
      request: { params: pageDomainParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deletePageDomain(contextOf(ctx), placeOf(params));
        return ok({ id: params.domain_id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "verifyPageDomain",
      tag,
      method: "POST",
      url: `${URL}/:domain_id/verify`,
      summary: "Verify a domain of a status page now",
      description:
        "`error` in the response says what is missing. Without this, the server checks by itself for a week.",
      access: writing,
      request: { params: pageDomainParams },
      response: success(pageDomainSchema),
      status: 200,
      handlerTimeoutMs: VERIFY_TIMEOUT_MS,
      handler: async (ctx, { params }) =>
        ok(
          await verifyPageDomain(
            {
              ...contextOf(ctx),
              inTransaction: (work) => ctx.inTransaction((inner) => work(contextOf(inner))),
            },
            { ...pageDomains, database },
            placeOf(params),
          ),
        ),
    }),
  ];
}

function placeOf({ id, domain_id }: { id: string; domain_id: string }) {
  return { pageId: id, id: domain_id };
}
