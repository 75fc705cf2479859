import {
  type CodeToken,
  type CodeTokenRequest,
  TOKEN_KEY_SECONDS,
} from "@vedette/contract/code/trusts/code-trusts.ts";
import { UUID_PATTERN } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { issueTokenKey } from "../api-keys/service-token-keys.ts";
import type { IssuerKeys } from "./oidc/issuer-keys.ts";
import { verifyToken } from "./oidc/verify-token.ts";
import { findTrust, touchTrust } from "./queries.ts";

export type ExchangeDeps = { database: Database; keys: IssuerKeys; clock: Clock };

/** Exchanges the OIDC token of a CI job for a short-lived key of scope `code`. The token is the credential. */
export async function exchangeToken(
  { database, keys, clock }: ExchangeDeps,
  { trust_id: id, token }: CodeTokenRequest,
  request: { requestId: string; ip: string },
): Promise<CodeToken> {
  const trust = UUID_PATTERN.test(id) ? await findTrust(database, id) : null;
  if (!trust) throw unknownTrust();
  const subject = await verifyToken(token, trust, { keys, clock });
  const nowMs = clock.now();
  const expiresAt = new Date(nowMs + TOKEN_KEY_SECONDS * 1_000);
  const { projects, org_id: orgId } = trust;
  const key = await database.transaction(async (db) => {
    if ((await touchTrust(db, trust, new Date(nowMs))) === 0) throw unknownTrust();
    return issueTokenKey(db, { ...request, orgId, trustId: id, subject, projects, expiresAt, nowMs });
  });
  return { key, expires_at: expiresAt.toISOString(), projects };
}

function unknownTrust(): AppError {
  return new AppError(
    "UNAUTHORIZED",
    "There is no trust with this ID. An admin finds it with GET /api/v1/code/trusts.",
  );
}
