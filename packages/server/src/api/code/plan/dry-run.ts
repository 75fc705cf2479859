import { type CodeError, pathOf } from "@vedette/contract/code/code-resources.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { type Execution, executePlan } from "../apply/execute.ts";
import type { CodeContext } from "../code-context.ts";
import { writtenName } from "../document/document-form.ts";
import type { Item, Leftover } from "./item.ts";

/**
 * Finds out what is wrong with a plan by doing it and rolling it back: what depends on the state of the organization, such as
 * quotas, locations, variables and addresses that are taken.
 */
export async function dryRun(
  ctx: CodeContext,
  planned: Pick<Execution, "document" | "items" | "leftovers" | "names" | "credentials">,
): Promise<CodeError[]> {
  const errors: CodeError[] = [];
  try {
    await ctx.inTransaction(async (within) => {
      const inside: CodeContext = { ...ctx, ...within, actor: ctx.actor, deferredAudits: [] };
      await executePlan(inside, {
        ...planned,
        attempt: (subject, work) => attempt(inside, { subject, work, errors }),
      });
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return errors;
}

/** Ends the transaction of a plan: nothing of it is kept. */
class RolledBack extends Error {}

async function attempt(
  { db }: CodeContext,
  { subject, work, errors }: { subject: Item | Leftover; work: () => Promise<void>; errors: CodeError[] },
): Promise<void> {
  await db.run(sql`savepoint code_action`);
  try {
    await work();
    await db.run(sql`release savepoint code_action`);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await db.run(sql`rollback to savepoint code_action`);
    errors.push(...errorsOf(subject, error));
  }
}

/** Returns what a service reported, at the place in the document that it is about. */
export function errorsOf(subject: Item | Leftover, error: AppError): CodeError[] {
  if (!("resource" in subject)) {
    const { kind, key } = subject.row;
    return [{ path: [], message: `the ${kind} '${key}' cannot be deleted: ${error.message}` }];
  }
  const { resource } = subject;
  const isAboutFields = error.code === "BAD_REQUEST" && error.details !== undefined;
  if (!isAboutFields) return [{ path: resource.path, message: error.message }];
  return (error.details ?? []).map(({ path, message }) => {
    const [field = "", ...rest] = path.split(".");
    const place = field === "" || field === "id" ? [] : [writtenName(field), ...rest.map(toPart)];
    return { path: pathOf(resource, place), message };
  });
}

function toPart(part: string): string | number {
  return /^\d{1,9}$/.test(part) ? Number(part) : part;
}
