import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import {
  variableCreate,
  variableListQuery,
  variableSchema,
  variableUpdate,
} from "@vedette/contract/variables/variables.ts";
import type { Actor } from "../../../platform/kernel/actor.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import { changeVariable, createVariable, getVariable, listVariablePage, removeVariable } from "./service.ts";
import type { VariableContext } from "./variable-context.ts";

const tag = "Variables";
const URL = "/api/v1/variables";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function variableRoutes({ vault }: { vault: Vault }): Route[] {
  const contextOf = (ctx: RequestContext): VariableContext => ({
    ...ctx,
    vault,
    mayWriteSecrets: mayWriteSecrets(ctx.actor),
  });
  return [
    defineRoute({
      id: "listVariables",
      tag,
      method: "GET",
      url: URL,
      summary: "List variables",
      description: "The `value` of a secret is null; `has_value` shows whether it is set.",
      access: reading,
      request: { query: variableListQuery },
      response: page(variableSchema),
      status: 200,
      handler: async (ctx, { query }) => ({
        success: true as const,
        ...(await listVariablePage(ctx, query)),
      }),
    }),
    defineRoute({
      id: "createVariable",
      tag,
      method: "POST",
      url: URL,
      summary: "Create a variable",
      description:
        "Reference it as `{{NAME}}` in monitors and in steps of API monitors and journeys. Secrets require the role `admin` and are never returned.",
      access: writing,
      request: { body: variableCreate },
      response: success(variableSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createVariable(contextOf(ctx), body)),
    }),
    defineRoute({
      id: "getVariable",
      tag,
      method: "GET",
      url: `${URL}/:id`,
      summary: "Get a variable",
      access: reading,
      request: { params: idParams },
      response: success(variableSchema),
      status: 200,
      handler: async (ctx, { params }) => ok(await getVariable(ctx, params.id)),
    }),
    defineRoute({
      id: "updateVariable",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Update a variable",
      description:
        "Updates the given fields and keeps the rest. Monitors that reference it are checked with the new value " +
        "immediately. A value that makes one of them invalid returns 400, and so does renaming a variable that is in use.",
      access: writing,
      request: { params: idParams, body: variableUpdate },
      response: success(variableSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeVariable(contextOf(ctx), params.id, body)),
    }),
    defineRoute({
      id: "deleteVariable",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a variable",
      description: "A variable that is in use returns 400 with the names of its users.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeVariable(contextOf(ctx), params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

/**
 * Writing secrets requires the role `admin`, or a key of scope `admin`, which is the only scope with access
 * here.
 */
function mayWriteSecrets(actor: Actor): boolean {
  switch (actor.kind) {
    case "key":
      return actor.scope === "admin";
    case "member":
      return ROLES.indexOf(actor.role) >= ROLES.indexOf("admin");
    default:
      return assertNever(actor);
  }
}
