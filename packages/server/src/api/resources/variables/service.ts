import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type {
  Variable,
  VariableCreate,
  VariableListQuery,
  VariableUpdate,
} from "@vedette/contract/variables/variables.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { AppError, badFields, notFound } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { type Page, pageOf, readCursorPosition } from "../../../platform/kernel/keyset.ts";
import { lockNewName } from "../../../platform/secrets/named-variables.ts";
import type { VariableValue } from "../../../platform/secrets/variable-values.ts";
import { variableBoxContext } from "../../../platform/secrets/variable-values.ts";
import { isUniqueViolation } from "../../../platform/storage/database-errors.ts";
import {
  deleteResponses,
  deleteVariable,
  findVariable,
  findVariableForUpdate,
  insertVariable,
  listVariables,
  touchUsers,
  updateVariable,
  type VariableRow,
} from "./queries.ts";
import { adoptUsers, describeUsers, misfits } from "./users.ts";
import type { VariableContext } from "./variable-context.ts";

export async function listVariablePage(
  { db, orgId }: Pick<VariableContext, "db" | "orgId">,
  query: VariableListQuery,
): Promise<Page<Variable>> {
  const rows = await listVariables(db, orgId, {
    query,
    position: readCursorPosition(query),
    limit: query.limit + 1,
  });
  const { data, meta } = pageOf(rows, query, ({ id, created_at: at, name }) => ({ id, at, name }));
  return { data: data.map(toVariable), meta };
}

export async function getVariable(
  { db, orgId }: Pick<VariableContext, "db" | "orgId">,
  id: string,
): Promise<Variable> {
  const row = UUID_PATTERN.test(id) ? await findVariable(db, orgId, id) : null;
  if (!row) throw notFound("variable");
  return toVariable(row);
}

export async function createVariable(ctx: VariableContext, input: VariableCreate): Promise<Variable> {
  const { db, orgId } = ctx;
  if (input.type === "secret") assertMayWriteSecrets(ctx);
  const nowMs = ctx.clock.now();
  const now = new Date(nowMs);
  const { name, type } = input;
  const row = await withValue(ctx, {
    row: { id: newId(nowMs), org_id: orgId, name, type, version: 1, created_at: now, updated_at: now },
    value: input.value,
  });
  await lockNewName(db, orgId);
  if ((await insertVariable(db, orgId, row)) === 0) throw nameTaken(name);
  await adoptUsers(ctx, row);
  await audit(ctx, {
    action: "variable.create",
    target: targetOf(row),
    before: null,
    after: auditedFields(row),
  });
  return toVariable(row);
}

/** Updates the given fields. Writes nothing if no field changes. */
export async function changeVariable(
  ctx: VariableContext,
  id: string,
  input: VariableUpdate,
): Promise<Variable> {
  const { db, orgId } = ctx;
  const before = await getForUpdate(ctx, id);
  const type = input.type ?? before.type;
  if (before.type === "secret" || type === "secret") assertMayWriteSecrets(ctx);
  refuse(findChangeErrors(before, input));
  const name = input.name ?? before.name;
  // A value that becomes secret must be encrypted even if it stays the same.
  const value = input.value ?? (type === before.type ? null : before.value);
  const isValueNew = value !== null && !(type === "string" && value === before.value);
  if (name === before.name && type === before.type && !isValueNew) return toVariable(before);
  if (name !== before.name) {
    await assertUnused(ctx, before, "name", "renamed");
    await lockNewName(db, orgId);
  }
  const identity = { ...before, name, type, updated_at: new Date(ctx.clock.now()) };
  const after = isValueNew
    ? await withValue(ctx, { row: { ...identity, version: before.version + 1 }, value: value ?? "" })
    : identity;
  if (isValueNew) await assertFits(ctx, after, { value: value ?? "", isSecret: type === "secret" });
  await update(ctx, after);
  if (name !== before.name) await adoptUsers(ctx, after);
  if (type !== before.type) await deleteResponses(db, orgId, id);
  if (isValueNew) await touchUsers(db, orgId, id);
  await audit(ctx, {
    action: "variable.update",
    target: targetOf(after),
    before: auditedFields(before),
    after: { ...auditedFields(after), ...(isValueNew && input.value != null && { value_changed: true }) },
  });
  return toVariable(after);
}

export async function removeVariable(ctx: VariableContext, id: string): Promise<void> {
  const row = await getForUpdate(ctx, id);
  if (row.type === "secret") assertMayWriteSecrets(ctx);
  await assertUnused(ctx, row, "id", "deleted");
  await deleteVariable(ctx.db, ctx.orgId, id);
  await audit(ctx, {
    action: "variable.delete",
    target: targetOf(row),
    before: auditedFields(row),
    after: null,
  });
}

async function getForUpdate({ db, orgId }: VariableContext, id: string): Promise<VariableRow> {
  const row = UUID_PATTERN.test(id) ? await findVariableForUpdate(db, orgId, id) : null;
  if (!row) throw notFound("variable");
  return row;
}

function findChangeErrors(row: VariableRow, input: VariableUpdate): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  if (row.type === "secret" && input.type === "string") {
    errors.push({ path: "type", message: "cannot change from 'secret'; create another variable" });
  }
  const isSecret = row.type === "secret" || input.type === "secret";
  if (input.value === null && row.type === "string" && !isSecret) {
    errors.push({ path: "value", message: "must be a string; an empty one is allowed" });
  }
  return errors;
}

/** Returns the row with the value in the column of its type. */
async function withValue(
  { db, orgId, vault }: VariableContext,
  { row, value }: { row: Omit<VariableRow, "value" | "encrypted_value">; value: string },
): Promise<VariableRow> {
  if (row.type === "string") return { ...row, value, encrypted_value: null };
  refuse(value === "" ? [{ path: "value", message: "must not be empty for type 'secret'" }] : []);
  const encrypted = await vault.seal(db, variableBoxContext(orgId, row.id, row.version), value);
  return { ...row, value: null, encrypted_value: encrypted };
}

async function update({ db, orgId }: VariableContext, row: VariableRow): Promise<void> {
  try {
    await updateVariable(db, orgId, row);
  } catch (error) {
    if (isUniqueViolation(error, "variable_org_id_name_key")) throw nameTaken(row.name);
    throw error;
  }
}

/** Rejects a value that would make a monitor invalid, as if the monitor were saved with it. */
async function assertFits(ctx: VariableContext, row: VariableRow, value: VariableValue): Promise<void> {
  refuse(await misfits(ctx, row, value));
}

async function assertUnused(
  ctx: VariableContext,
  row: VariableRow,
  path: string,
  change: string,
): Promise<void> {
  const users = await describeUsers(ctx, row.id);
  if (users === null) return;
  throw new AppError(
    "BAD_REQUEST",
    `The variable '${row.name}' cannot be ${change}: ${users} it. Remove the references first.`,
    { details: [{ path, message: `is in use: ${users} it` }] },
  );
}

function assertMayWriteSecrets({ mayWriteSecrets }: VariableContext): void {
  if (mayWriteSecrets) return;
  throw new AppError(
    "FORBIDDEN",
    "Secrets require the role 'admin'. With the role 'member' you can write plain variables.",
  );
}

function nameTaken(name: string): AppError {
  return new AppError(
    "BAD_REQUEST",
    `A variable named '${name}' already exists in this organization. Choose another name, or update that variable.`,
    { details: [{ path: "name", message: "is taken" }] },
  );
}

function targetOf(row: VariableRow): { type: "variable"; id: string } {
  return { type: "variable", id: row.id };
}

/** Omits the value, also of a plain variable: it may become secret later, and audit entries are permanent. */
function auditedFields({ name, type }: VariableRow): Record<string, unknown> {
  return { name, type };
}

function toVariable(row: VariableRow): Variable {
  return {
    id: row.id,
    org_id: row.org_id,
    name: row.name,
    type: row.type,
    value: row.value,
    has_value: row.type === "secret" || row.value !== "",
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function refuse(errors: readonly ErrorDetail[]): void {
  if (errors.length > 0) throw badFields(errors);
}
