import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { markerCreate, markerListQuery, markerSchema } from "@vedette/contract/markers/markers.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { createMarker, listMarkerPage, removeMarker } from "./service.ts";

const tag = "Deploy markers";
const URL = "/api/v1/markers";

export function markerRoutes(): Route[] {
  return [
    defineRoute({
      id: "listMarkers",
      tag,
      method: "GET",
      url: URL,
      summary: "List deploy markers",
      description: "Returns deploy markers by their time, newest first.",
      access: { scope: "agent", role: "viewer" },
      request: { query: markerListQuery },
      response: page(markerSchema),
      status: 200,
      handler: async (ctx, { query }) => ({ success: true as const, ...(await listMarkerPage(ctx, query)) }),
    }),
    defineRoute({
      id: "createMarker",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a deploy marker",
      description:
        "Marks a release. It is shown in the charts of the targets that `selector` selects, and in the timelines of their " +
        "incidents. Markers are deleted after 400 days.",
      access: { scope: "agent", role: "member" },
      request: { body: markerCreate },
      response: success(markerSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createMarker(ctx, body)),
    }),
    defineRoute({
      id: "deleteMarker",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a deploy marker",
      access: { scope: "admin", role: "member" },
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeMarker(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
