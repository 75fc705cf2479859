import { documentJsonSchema } from "@vedette/contract/code/code-document.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { failuresOf, textResponse } from "./openapi.ts";

/** Serves the JSON Schema of documents of monitoring as code, for editors. */

export const CODE_SCHEMA_PATH = "/api/v1/code/schema.json";

export function serveCodeSchema(app: FastifyInstance): void {
  let text = "";
  app.get(
    CODE_SCHEMA_PATH,
    {
      config: { access: "public" },
      schema: {
        summary: "Get the JSON Schema of documents",
        description: "For editors that complete and check a document. Needs no credential.",
        operationId: "getCodeSchema",
        tags: ["Monitoring as code"],
        security: [],
        response: {
          ...textResponse("application/schema+json", z.looseObject({ $schema: z.string() })),
          ...failuresOf([429]),
        },
      },
    },
    async (_request, reply) => {
      text ||= JSON.stringify({ ...documentJsonSchema(), title: "Vedette monitoring as code" });
      return reply.type("application/schema+json; charset=utf-8").send(text);
    },
  );
}
