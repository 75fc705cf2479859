import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { Identity } from "../../identity/identity.ts";
import type { PublicContext } from "../../routing/define-route.ts";
import { type FailedSignIn, recordFailedSignIn } from "../audit-log/service-denials.ts";
import type { PeopleDeps } from "./service.ts";

type Attempt<T> = Pick<FailedSignIn, "step"> & {
  account: Parameters<Identity["findSigningIn"]>[0] | { credentialId: string };
  signIn(): Promise<T>;
};

/**
 * Signs in and records a failure in the audit log of the account's organizations. The request does not wait
 * for the write: the response time would reveal whether the address has an account.
 */
export async function auditingFailure<T>(
  { database, identity, log }: PeopleDeps,
  { visitor, requestId, clock }: Pick<PublicContext, "visitor" | "requestId" | "clock">,
  { step, account, signIn }: Attempt<T>,
): Promise<T> {
  // Read before the attempt: too many wrong codes delete the pending sign-in.
  const personId =
    "credentialId" in account
      ? await identity.findPasskeyOwner(account.credentialId)
      : await identity.findSigningIn(account);
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && error.code === "UNAUTHORIZED" && personId !== null) {
      const failure = { personId, step, requestId, ip: visitor.address, nowMs: clock.now() };
      recordFailedSignIn(database, failure).catch((cause: unknown) =>
        log.error("audit.sign_in_failure_write_failed", { request_id: requestId, ...errorFacts(cause) }),
      );
    }
    throw error;
  }
}
