import { z } from "zod";
import { boundedPage } from "../bounded-text.ts";
import { defineTool } from "../tool.ts";
import { targetId } from "./tool-fields.ts";

/** Bundles are large, and the newest is about the present failure. */
const BUNDLES_MAX = 5;

export const GET_EVIDENCE = defineTool({
  name: "get_evidence",
  title: "Get the evidence of a target",
  description:
    "Returns what runners found when a target went down: resolvers, addresses, certificates, responses, path, and a verdict " +
    "of plain rules that names the layer that failed. Newest first. Large facts are shortened.",
  input: z.strictObject({
    target_id: targetId,
    limit: z.number().int().min(1).max(BUNDLES_MAX).default(1).meta({ description: "Bundles at most" }),
    cursor: z.string().max(512).optional().meta({ description: "`next_cursor` of the previous page" }),
  }),
  endpoints: ["GET /api/v1/targets/{id}/evidence"],
  run: ({ call }, { target_id: id, limit, cursor }) =>
    boundedPage(
      (rows) =>
        call("GET /api/v1/targets/{id}/evidence", {
          ...{ path: { id }, query: { limit: rows, ...(cursor !== undefined && { cursor }) } },
        }),
      limit,
    ),
});
