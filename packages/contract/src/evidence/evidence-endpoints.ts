import type { ListOf, Success } from "../common/endpoint.ts";
import type { EvidenceBundle, evidenceListQuery } from "./evidence-bundles.ts";

/** Evidence of failures. */
export type EvidenceEndpoints = {
  "GET /api/v1/targets/{id}/evidence": { query: typeof evidenceListQuery; response: ListOf<EvidenceBundle> };
  "POST /api/v1/targets/{id}/evidence": { response: Success<EvidenceBundle> };
  "GET /api/v1/targets/{id}/evidence/{evidence_id}": { response: Success<EvidenceBundle> };
};
