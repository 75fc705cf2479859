import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyInstance, type FastifySchema, type HTTPMethods } from "fastify";
import { createJsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { NO_COMPILERS } from "../no-compilers.ts";
import { prunedComponents, withNamedBodies, withOptionalBodies, withTags } from "./openapi-components.ts";
import { PAGE_PATH } from "./page-path.ts";

/**
 * The OpenAPI document and the page that shows it, on a server of its own that listens nowhere: it knows the schemas of all
 * routes, but not their handlers. `openapi.ts` loads it on first use.
 */
export type ApiReference = { server: FastifyInstance; document(): string };

/** What the document says of a route. */
export type DocumentedRoute = {
  method: HTTPMethods | HTTPMethods[];
  url: string;
  document(): FastifySchema;
};

export async function openApiReference(
  routes: readonly DocumentedRoute[],
  version: string,
): Promise<ApiReference> {
  const server = Fastify({
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: NO_COMPILERS },
  });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Vedette",
        version,
        description: INTRODUCTION,
        contact: { name: "The operator of this server" },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This server" }],
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key: `vdt_agent_…`" },
          session: {
            type: "apiKey",
            in: "cookie",
            name: "__Host-vedette.session_token",
            description:
              "Session of a signed-in user; `X-Organization-Id` selects one of their organizations",
          },
        },
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: (document) =>
      withTags(withNamedBodies(withOptionalBodies(prunedComponents(jsonSchemaTransformObject(document))))),
  });
  await server.register(swaggerUi, {
    routePrefix: PAGE_PATH,
    uiConfig: { deepLinking: true, persistAuthorization: false, tryItOutEnabled: true, layout: "BaseLayout" },
    theme: { title: "Vedette API" },
    staticCSP: DOCS_CSP,
  });
  for (const { method, url, document } of routes) {
    server.route({ method, url, schema: document(), handler: async () => undefined });
  }
  await server.ready();
  let document = "";
  return {
    server,
    document() {
      document ||= JSON.stringify(server.swagger());
      return document;
    },
  };
}

/** All content comes from this server. Swagger UI sets style attributes, hence the one 'unsafe-inline'. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INTRODUCTION = `Monitors websites, APIs and user journeys.

Send \`Authorization: Bearer <API_KEY>\` with every request. A successful response is \`{"success": true, "data": …}\`,
an error \`{"success": false, "error": {"code", "message", "details"?}}\`. Times are UTC, ISO 8601. Lists are paged by \`limit\`
and \`cursor\`. Create requests accept \`Idempotency-Key\`: repeating a request within 24 hours returns the first response.
Rate limits are in \`RateLimit-*\` headers, and every response has an \`X-Request-Id\`.`;
