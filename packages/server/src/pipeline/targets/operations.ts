import type { TargetId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import type { OrgRunnerAvailability } from "../../engine/locations/work-queue.ts";
import { deleteTarget, type TargetContext, updateTarget } from "./lifecycle.ts";
import type { TargetFields } from "./target-row.ts";
import type { TargetType } from "./target-type.ts";
import { restoreTarget } from "./trash.ts";

/** The fields of an update request that all kinds accept. */
export type CommonUpdate = {
  enabled?: boolean | undefined;
  group_id?: string | null | undefined;
  owner?: string | null | undefined;
  runbook_url?: string | null | undefined;
  tags?: string[] | undefined;
  /** Seconds. */
  interval?: number | undefined;
  locations?: string[] | undefined;
};

type Update = { id: TargetId; input: CommonUpdate; availability: OrgRunnerAvailability };

/** What can be done with a target of any kind. */
type Operations = {
  update(ctx: TargetContext, update: Update): Promise<unknown>;
  remove(ctx: TargetContext, id: TargetId): Promise<void>;
  restore(ctx: TargetContext, id: TargetId): Promise<void>;
};

export type TargetOperations = Record<TargetKind, Operations>;

/** Returns the operations of a kind. `toInput` converts to the update request of the kind. */
export function operationsOf<
  Fields extends TargetFields,
  Create,
  Input extends { parents?: string[] | null | undefined },
>(type: TargetType<Fields, Create, Input>, toInput: (input: CommonUpdate) => Input): Operations {
  return {
    update: (ctx, { input, ...update }) => updateTarget(ctx, type, { ...update, input: toInput(input) }),
    remove: (ctx, id) => deleteTarget(ctx, type, id),
    restore: (ctx, id) => restoreTarget(ctx, type, id),
  };
}
