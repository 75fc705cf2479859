import { z } from "zod";
import { defineTool } from "../tool.ts";

const PLAN = "POST /api/v1/code/projects/{project}/plan";

export const PLAN_CODE = defineTool({
  name: "plan_code",
  title: "Plan configuration as code",
  description:
    "Says what a document of monitoring as code would create, change and delete, and all faults of the document. Applies nothing.",
  input: z.strictObject({
    project: z.string().max(80),
    document: z
      .record(z.string(), z.unknown())
      .meta({ description: "The document in JSON; GET /api/v1/code/schema.json describes it" }),
  }),
  endpoints: [PLAN],
  run: async ({ call }, { project, document }) =>
    (await call(PLAN, { path: { project }, body: { document } })).data,
});
