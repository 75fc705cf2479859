import { deleted, page, success } from "@vedette/contract/common/envelope.ts";
import { idParams } from "@vedette/contract/common/ids.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import {
  variableCreate,
  variableListQuery,
  variableSchema,
  variableUpdate,
} from "@vedette/contract/variables/variables.ts";
import { assertNever } from "../../../platform/kernel/errors.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Actor } from "../../routing/actor.ts";
import { defineRoute, type RequestContext, type Route } from "../../routing/define-route.ts";
import { changeVariable, createVariable, listVariablePage, removeVariable } from "./service.ts";
import type { VariableContext } from "./variable-context.ts";

const tag = "Variables";
const URL = "/api/v1/variables";
const reading = { scope: "read", role: "viewer" } as const;
const writing = { scope: "admin", role: "member" } as const;

export function variableRoutes({ vault }: { vault: Vault }): Route[] {
  const within = (ctx: RequestContext): VariableContext => ({
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
      description: "A secret's `value` is null; `has_value` says that there is one.",
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
        "Monitors and the steps of API monitors and journeys name it as `{{NAME}}`. Secrets need the role `admin`, and are never shown again.",
      access: writing,
      request: { body: variableCreate },
      response: success(variableSchema),
      status: 201,
      transaction: true,
      idempotent: true,
      handler: async (ctx, { body }) => ok(await createVariable(within(ctx), body)),
    }),
    defineRoute({
      id: "updateVariable",
      tag,
      method: "PUT",
      url: `${URL}/:id`,
      summary: "Change a variable",
      description:
        "Changes the fields that are sent and keeps the rest; monitors that name it are checked with the new value at " +
        "once. A value that would make one of them invalid is 400, and so is renaming a variable that is named.",
      access: writing,
      request: { params: idParams, body: variableUpdate },
      response: success(variableSchema),
      status: 200,
      transaction: true,
      handler: async (ctx, { params, body }) => ok(await changeVariable(within(ctx), params.id, body)),
    }),
    defineRoute({
      id: "deleteVariable",
      tag,
      method: "DELETE",
      url: `${URL}/:id`,
      summary: "Delete a variable",
      description: "One that monitors or API monitors name is 400, and the message says which.",
      access: writing,
      request: { params: idParams },
      response: deleted,
      status: 200,
      transaction: true,
      async handler(ctx, { params }) {
        await removeVariable(within(ctx), params.id);
        return ok({ id: params.id, deleted: true as const });
      },
    }),
  ];
}

/** Source: decisions.md, section 2. A key that reaches these routes has the scope `admin`. */
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

function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
