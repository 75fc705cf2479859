import { type OrgId, UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { TargetOperations } from "../../../pipeline/targets/operations.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findRefusingOwner } from "./managed-queries.ts";

/** Throws if a resource belongs to a project and the organization refuses changes by hand. */
export async function assertMayEdit({ db, orgId }: { db: Db; orgId: OrgId }, id: string): Promise<void> {
  const owner = UUID_PATTERN.test(id) ? await findRefusingOwner(db, orgId, id) : null;
  if (owner === null) return;
  const place = owner.source === null ? `'${owner.key}'` : owner.source;
  throw new AppError(
    "MANAGED_BY_CODE",
    `This is managed by code: project '${owner.project}', ${place}. Change it there; this organization refuses changes by hand.`,
  );
}

/** The same for changes in bulk. */
export function refusingOperations(operations: TargetOperations): TargetOperations {
  const entries = Object.entries(operations).map(([kind, { update, remove, restore }]) => [
    kind,
    {
      restore,
      async update(ctx, change) {
        const { enabled: _pause, ...definition } = change.input;
        if (Object.values(definition).some((value) => value !== undefined))
          await assertMayEdit(ctx, change.id);
        return update(ctx, change);
      },
      async remove(ctx, id) {
        await assertMayEdit(ctx, id);
        await remove(ctx, id);
      },
    } satisfies TargetOperations[keyof TargetOperations],
  ]);
  return Object.fromEntries(entries) as TargetOperations;
}
