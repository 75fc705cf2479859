import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { restoredSchema, trashedSchema, trashListQuery } from "@vedette/contract/targets/trash.ts";
import type { TargetOperations } from "../../../pipeline/targets/operations.ts";
import { findInTrash, purgeFromTrash } from "../../../pipeline/targets/trash.ts";
import { defineRoute, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { getTrashed, listTrashPage } from "./list-trash.ts";

const tag = "Trash";
const URL = "/api/v1/trash";
const writing = { scope: "admin", role: "member" } as const;

type TrashRouteDeps = { operations: TargetOperations; trashDays: number };

export function trashRoutes({ operations, trashDays }: TrashRouteDeps): Route[] {
  return [
    defineRoute({
      id: "listTrash",
      tag,
      method: "GET",
      url: URL,
      summary: "List deleted targets",
      description: "Deleted targets keep their results until `purge_at`, and can be restored until then.",
      access: { scope: "agent", role: "viewer" },
      request: { query: trashListQuery },
      response: page(trashedSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listTrashPage(ctx, query, trashDays)),
      }),
    }),
    defineRoute({
      id: "getTrashed",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a deleted target",
      access: { scope: "agent", role: "viewer" },
      request: { params: idParams },
      response: success(trashedSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getTrashed(ctx, params.id, trashDays)),
    }),
    defineRoute({
      id: "restoreFromTrash",
      tag,
      method: "POST",
      url: `${URL}/:id/restore`,
      summary: "Restore a deleted target",
      description:
        "The target has its results and rules again, and is checked if it was before. Fails if the plan has no room, or " +
        "if a variable that it uses no longer exists.",
      access: writing,
      request: { params: idParams },
      response: success(restoredSchema),
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        const { id, kind } = await findInTrash(ctx, params.id);
        await operations[kind].restore(ctx, id);
        return ok({ id, kind });
      },
    }),
    defineRoute({
      id: "purgeFromTrash",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a target and its results for good",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await purgeFromTrash(ctx, params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}
