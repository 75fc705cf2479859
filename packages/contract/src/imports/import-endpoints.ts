import type { Success } from "../common/endpoint.ts";
import type { ImportResult } from "./import-requests.ts";

/** Imports from other monitoring tools. */
export type ImportEndpoints = {
  "POST /api/v1/import/{kind}": { body: FormData; response: Success<ImportResult> };
};
