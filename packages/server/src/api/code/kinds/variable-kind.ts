import { variableCreate, variableUpdate } from "@vedette/contract/variables/variables.ts";
import { openValue } from "../../../platform/secrets/variable-values.ts";
import { listVariables, type VariableRow } from "../../resources/variables/queries.ts";
import { changeVariable, createVariable, removeVariable } from "../../resources/variables/service.ts";
import type { CodeContext } from "../code-context.ts";
import { type Kind, type Live, mark, only, pick } from "./kind.ts";

const VARIABLES_MAX = 10_000;

export const VARIABLE_KIND: Kind = {
  kind: "variable",
  auditType: "variable",
  async list(ctx, ids) {
    const query = { sort: "created_at", limit: VARIABLES_MAX } as const;
    const all = await listVariables(ctx.db, ctx.orgId, { query, position: null, limit: VARIABLES_MAX });
    const lives: Live[] = [];
    for (const row of only(all, ids)) lives.push(await toLive(ctx, row));
    return lives;
  },
  async normalize({ fingerprint }, { body }) {
    const { name, type, value } = variableCreate.parse(body);
    return { name, type, value: type === "secret" ? mark(fingerprint(value)) : value };
  },
  create: async (ctx, { body }) => (await createVariable(ctx, variableCreate.parse(body))).id,
  async update(ctx, { id }, { names, wanted, request }) {
    const value = names.includes("value") && { value: request.body.value };
    await changeVariable(ctx, id, variableUpdate.parse({ ...pick(wanted, names), ...value }));
  },
  remove: removeVariable,
};

async function toLive({ db, vault, fingerprint }: CodeContext, row: VariableRow): Promise<Live> {
  const { id, name, type } = row;
  const { value } = await openValue(db, vault, row);
  return {
    ...{ id, name },
    fields: { name, type, value: type === "secret" ? mark(fingerprint(value)) : value },
    secretAt: () => (type === "secret" ? value : null),
  };
}
