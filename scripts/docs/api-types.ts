import openapiTS, { astToString } from "openapi-typescript";
import { openApiDocument } from "./openapi-document.ts";

/** packages/dashboard/src/api/schema.d.ts: the OpenAPI document as types, for the dashboard's client. */
export async function apiTypes(): Promise<string> {
  const nodes = await openapiTS(await openApiDocument(), { alphabetize: true });
  return `// Written by \`npm run docs\`.\n\n${astToString(nodes)}`;
}
