import type { Deleted, ListOf, Success } from "../common/endpoint.ts";
import type { Variable, variableCreate, variableListQuery, variableUpdate } from "./variables.ts";

/** Variables of an organization. */
export type VariableEndpoints = {
  "GET /api/v1/variables": { query: typeof variableListQuery; response: ListOf<Variable> };
  "POST /api/v1/variables": { body: typeof variableCreate; response: Success<Variable> };
  "GET /api/v1/variables/{id}": { response: Success<Variable> };
  "PUT /api/v1/variables/{id}": { body: typeof variableUpdate; response: Success<Variable> };
  "DELETE /api/v1/variables/{id}": { response: Success<Deleted> };
};
