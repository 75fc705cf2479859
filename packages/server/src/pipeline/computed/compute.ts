import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { ComputedType } from "@vedette/contract/checks/check-types.ts";
import type { Finding, JudgeFinding } from "@vedette/contract/checks/computed/finding.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { Db } from "../../platform/storage/database.ts";

/** `judge` is that of the engine, which evaluates assertions. */
export type ComputedDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  judge: JudgeFinding;
  /** Whether the operator lets this server look up domains. */
  looksUpDomains: boolean;
};

/** Computes what a check of one kind finds. Rejects only for internal errors. */
export type Compute<Type extends ComputedType> = (
  check: { orgId: OrgId; spec: CheckSpecOf<Type>; nowMs: number },
  deps: ComputedDeps,
) => Promise<Finding>;
