import { success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { pageImageFields, pageImageParams } from "@vedette/contract/status-pages/page-images.ts";
import { PAGE_IMAGE_BYTES_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import {
  feedTokenSchema,
  pageStatusSchema,
  statusPageSchema,
} from "@vedette/contract/status-pages/status-pages.ts";
import { defineForm, defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { ContextOf } from "./routes-context.ts";
import { createFeedToken, revokeFeedToken } from "./service-feed-token.ts";
import { getImageOf, readUpload, removeImage, replaceImage } from "./service-images.ts";
import { getPageStatus } from "./service-status.ts";

const tag = "Status pages";
const URL = "/api/v1/status-pages/:id";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

/** The current state, the token of feeds, and the images of a page. */
export function pageExtraRoutes(contextOf: ContextOf): Route[] {
  return [
    defineRoute({
      id: "getStatusPageStatus",
      tag,
      method: "GET",
      url: `${URL}/status`,
      summary: "Get the current status of a status page",
      description: "What visitors see now, also before the page is published.",
      access: reading,
      request: { params: idParams },
      response: success(pageStatusSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getPageStatus(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "createStatusPageFeedToken",
      tag,
      method: "POST",
      url: `${URL}/feed-token`,
      summary: "Create a token for feeds and JSON of a status page",
      description:
        "For a page that is not public: `?token=…` reads its feeds, calendar and JSON without signing in. Replaces the token before. Shown only once.",
      access: writing,
      request: { params: idParams },
      response: success(feedTokenSchema),
      status: 201,
      transaction: true,
      isSecret: true,
      handler: async (ctx, { params }) => ok(await createFeedToken(contextOf(ctx), params.id)),
    }),
    defineRoute({
      id: "revokeStatusPageFeedToken",
      tag,
      method: "DELETE",
      url: `${URL}/feed-token`,
      summary: "Revoke the token for feeds and JSON of a status page",
      access: writing,
      request: { params: idParams },
      response: success(statusPageSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params }) => ok(await revokeFeedToken(contextOf(ctx), params.id)),
    }),
    defineForm({
      id: "uploadStatusPageImage",
      tag,
      method: "POST",
      url: `${URL}/images/:image`,
      summary: "Upload a logo or the favicon of a status page",
      description: `\`multipart/form-data\` with \`file\`: a PNG or a JPEG (favicon: PNG) of at most ${PAGE_IMAGE_BYTES_MAX / 1_024} KiB. Comments, profiles and positions in it are removed.`,
      access: writing,
      request: { params: pageImageParams },
      form: { fields: pageImageFields, fileBytesMax: PAGE_IMAGE_BYTES_MAX },
      response: success(statusPageSchema),
      status: 201,
      async handler(ctx, { params: { id: pageId, image: name } }, form) {
        const image = await getImageOf(ctx, { pageId, name });
        const { file } = await form.receive({ take: readUpload, undo: async () => undefined });
        return ok(
          await ctx.inTransaction((inner) => replaceImage(contextOf(inner), { pageId, image, file })),
        );
      },
    }),
    defineRoute({
      id: "deleteStatusPageImage",
      tag,
      method: "DELETE",
      url: `${URL}/images/:image`,
      summary: "Remove a logo or the favicon of a status page",
      access: writing,
      request: { params: pageImageParams },
      response: success(statusPageSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params: { id: pageId, image: name } }) =>
        ok(await removeImage(contextOf(ctx), { pageId, name })),
    }),
  ];
}
