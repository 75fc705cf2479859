import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import {
  pageSubscriberCreate,
  pageSubscriberListQuery,
  pageSubscriberParams,
  pageSubscriberSchema,
  subscriberCountsSchema,
  subscriberDeliverySchema,
} from "@vedette/contract/status-pages/page-subscribers.ts";
import { onePage } from "../../../platform/kernel/keyset.ts";
import { defineFile, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf } from "./routes-context.ts";
import {
  countPageSubscribers,
  createPageSubscriber,
  deletePageSubscriber,
  exportPageSubscribers,
  getPageSubscriber,
  listPageSubscribers,
  listSubscriberDeliveries,
} from "./service-subscribers.ts";
import { subscribersCsv } from "./subscribers-csv.ts";

const tag = "Status pages";
const PAGE = "/api/v1/status-pages/:id";
const URL = `${PAGE}/subscribers` as const;
const counting = { scope: "read", role: "viewer" } as const;
/** Addresses of people are not for everyone who may see the page's figures. */
const reading = { scope: "admin", role: "member" } as const;
const writing = reading;

export function pageSubscriberRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "listPageSubscribers",
      tag,
      method: "GET",
      url: URL,
      summary: "List the subscribers of a status page",
      description: "Newest first. `address` finds one address; it must be complete.",
      access: reading,
      request: { params: idParams, query: pageSubscriberListQuery },
      response: page(pageSubscriberSchema),
      status: 200,
      handler: async (ctx, { params, query }) => ({
        success: true as const,
        ...(await listPageSubscribers(contextOf(ctx), params.id, query)),
      }),
    }),
    defineRoute({
      id: "createPageSubscriber",
      tag,
      method: "POST",
      url: URL,
      summary: "Add a subscriber to a status page",
      description:
        "The address is asked to confirm, unless `confirmed` is true. One that is a subscriber already is returned as it is.",
      access: writing,
      request: { params: idParams, body: pageSubscriberCreate },
      response: success(pageSubscriberSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { params, body }) =>
        ok(await createPageSubscriber(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "getPageSubscriberCounts",
      tag,
      method: "GET",
      url: `${PAGE}/subscriber-counts`,
      summary: "Count the subscribers of a status page by state",
      access: counting,
      request: { params: idParams },
      response: success(subscriberCountsSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await countPageSubscribers(contextOf(ctx), params.id)),
    }),
    defineFile({
      id: "exportPageSubscribers",
      tag,
      method: "GET",
      url: `${PAGE}/subscribers.csv`,
      summary: "Export the subscribers of a status page as CSV",
      description: "With a header; the audit log records it.",
      access: reading,
      request: { params: idParams },
      contentType: "text/csv",
      async handler(ctx, { params }) {
        const rows = await ctx.inTransaction((inner) => exportPageSubscribers(contextOf(inner), params.id));
        const content = Buffer.from(subscribersCsv(rows));
        return {
          ...{ contentType: "text/csv; charset=utf-8", isInline: false, fileName: "subscribers.csv" },
          bytes: content.length,
          etag: `"${createHash("sha256").update(content).digest("base64url")}"`,
          open: async (range) =>
            Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
        };
      },
    }),
    defineRoute({
      id: "getPageSubscriber",
      tag,
      method: "GET",
      url: `${URL}/:subscriber_id`,
      summary: "Get a subscriber of a status page",
      access: reading,
      request: { params: pageSubscriberParams },
      response: success(pageSubscriberSchema),
      status: 200,
      measured: ["error"],
      handler: async (ctx, { params }) => ok(await getPageSubscriber(contextOf(ctx), placeOf(params))),
    }),
    defineRoute({
      id: "deletePageSubscriber",
      tag,
      method: "DELETE",
      url: `${URL}/:subscriber_id`,
      summary: "Delete a subscriber of a status page",
      description: "Deletes its address too; that it had unsubscribed is forgotten.",
      access: writing,
      request: { params: pageSubscriberParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await deletePageSubscriber(contextOf(ctx), placeOf(params));
        return ok({ id: params.subscriber_id, deleted: true as const });
      },
    }),
    defineRoute({
      id: "listSubscriberDeliveries",
      tag,
      method: "GET",
      url: `${URL}/:subscriber_id/deliveries`,
      summary: "List the messages to a subscriber of a status page",
      description: "The newest 50. They are kept for 90 days.",
      access: reading,
      request: { params: pageSubscriberParams },
      response: page(subscriberDeliverySchema),
      status: 200,
      handler: async (ctx, { params }) => ({
        success: true as const,
        ...onePage(await listSubscriberDeliveries(contextOf(ctx), placeOf(params))),
      }),
    }),
  ];
}

function placeOf({ id, subscriber_id }: { id: string; subscriber_id: string }) {
  return { pageId: id, id: subscriber_id };
}
