import type { OrgId } from "@vedette/contract/common/ids.ts";
import { recordWrite } from "../../../pipeline/audit/audit.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { deleteExpiredTokenKeys } from "./queries.ts";
import { createApiKey } from "./service.ts";

/** Keys that were exchanged for OIDC tokens of CI jobs. They expire after minutes, and are deleted some time later. */

/** Long enough to see in the list which job used which key. */
const KEPT_MS = 7 * 86_400_000;
const SUBJECT_SHOWN_MAX = 80;

export type TokenKey = {
  orgId: OrgId;
  trustId: string;
  subject: string;
  projects: readonly string[];
  expiresAt: Date;
  requestId: string;
  ip: string;
  nowMs: number;
};

export async function issueTokenKey(db: Db, input: TokenKey): Promise<string> {
  const { orgId, trustId, subject, projects, expiresAt, requestId, ip, nowMs } = input;
  const createdBy = `OIDC ${subject.slice(0, SUBJECT_SHOWN_MAX)}`;
  // Names of keys are unique, and a job may exchange several tokens.
  const name = `${createdBy} ${requestId.slice(-12)}`;
  const wanted = { orgId, name, scope: "code", projects, trustId, expiresAt, createdBy, nowMs } as const;
  const { id, key } = await createApiKey(db, wanted);
  await recordWrite(db, {
    ...{ orgId, nowMs, requestId, ip },
    actor: { kind: "system", id: null, name: createdBy },
    action: "api_key.create",
    target: { type: "api_key", id },
    after: { name, scope: "code", projects, expires_at: expiresAt.toISOString(), trust_id: trustId, subject },
  });
  return key;
}

export function dropExpiredTokenKeys({ database, clock }: { database: Db; clock: Clock }): Promise<number> {
  return deleteExpiredTokenKeys(database, new Date(clock.now() - KEPT_MS));
}
