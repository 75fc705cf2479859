import { MARKER_TITLE_MAX, MARKER_URL_MAX } from "@vedette/contract/markers/marker-limits.ts";
import { selectorSchema } from "@vedette/contract/targets/selectors.ts";
import { z } from "zod";
import { defineTool } from "../tool.ts";

export const CREATE_MARKER = defineTool({
  name: "create_marker",
  title: "Create a deploy marker",
  description:
    "Marks a release. It appears in the charts of the targets that `selector` selects, and in timelines of incidents.",
  input: z.strictObject({
    title: z.string().min(1).max(MARKER_TITLE_MAX),
    at: z.iso.datetime({ offset: true }).optional().meta({ description: "Default: now" }),
    url: z.string().max(MARKER_URL_MAX).optional(),
    tags: z.array(z.string().max(50)).max(20).optional(),
    selector: selectorSchema.optional().meta({ description: "Default: all targets" }),
  }),
  endpoints: ["POST /api/v1/markers"],
  run: async ({ call }, args) => (await call("POST /api/v1/markers", { body: args })).data,
});
