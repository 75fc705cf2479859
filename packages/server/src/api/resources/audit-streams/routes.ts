import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  AUDIT_STREAMS_MAX,
  auditStreamCreate,
  auditStreamListQuery,
  auditStreamSchema,
  auditStreamUpdate,
} from "@vedette/contract/people/audit-streams.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeStream, createStream, getStream, listStreamPage, removeStream } from "./service.ts";

const tag = "Audit log";
/** As of the audit log itself. */
const managing = { scope: "admin", role: "admin" } as const;
const URL = "/api/v1/audit-streams";

export function auditStreamRoutes({ vault }: { vault: Vault }): Route[] {
  return [
    defineRoute({
      id: "listAuditStreams",
      tag,
      method: "GET",
      url: URL,
      summary: "List audit streams",
      access: managing,
      request: { query: auditStreamListQuery },
      response: page(auditStreamSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listStreamPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createAuditStream",
      tag,
      method: "POST",
      url: URL,
      summary: "Create an audit stream",
      description:
        "Sends each entry of the audit log to a receiver: as syslog over TLS (RFC 5424, RFC 5425), or as signed requests. Entries " +
        "are sent in order and at least once, within a minute. What a receiver does not accept is kept and sent when it does. " +
        `At most ${AUDIT_STREAMS_MAX} for an organization. Only this response contains the signing secret of a webhook.`,
      access: managing,
      request: { body: auditStreamCreate },
      response: success(auditStreamSchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx, { body }) => ok(await createStream({ ...ctx, vault }, body)),
    }),
    defineRoute({
      id: "getAuditStream",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get an audit stream",
      access: managing,
      request: { params: idParams },
      response: success(auditStreamSchema),
      status: 200,
      measured: ["delivery", "signing_secret"],
      handler: async (ctx, { params }) => ok(await getStream(ctx, params.id)),
    }),
    defineRoute({
      id: "updateAuditStream",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update an audit stream",
      description:
        "Changes the given fields. The type cannot be changed. What was sent already is not sent again, also to another receiver.",
      access: managing,
      request: { params: idParams, body: auditStreamUpdate },
      response: success(auditStreamSchema),
      status: 200,
      transaction: true,
      isSecret: true,
      measured: ["delivery", "signing_secret"],
      handler: async (ctx, { params, body }) => ok(await changeStream({ ...ctx, vault }, params.id, body)),
    }),
    defineRoute({
      id: "deleteAuditStream",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete an audit stream",
      description: "Entries that wait are not sent. They stay in the audit log.",
      access: managing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeStream(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
