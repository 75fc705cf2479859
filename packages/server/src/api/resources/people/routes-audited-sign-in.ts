import { AppError } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { Identity } from "../../identity/identity.ts";
import type { PublicContext } from "../../routing/define-route.ts";
import { type FailedSignIn, recordFailedSignIn } from "../audit-log/service-denials.ts";
import type { PeopleDeps } from "./service.ts";

type Attempt<T> = Pick<FailedSignIn, "step"> & {
  who: Parameters<Identity["findSigningIn"]>[0];
  signIn(): Promise<T>;
};

/**
 * Signs in, and puts a failure into the audit log of the account's organizations. The request does not wait for that: the time of an
 * answer would tell whether the address has an account.
 */
export async function auditingFailure<T>(
  { database, identity, log }: PeopleDeps,
  { visitor, requestId, clock }: Pick<PublicContext, "visitor" | "requestId" | "clock">,
  { step, who, signIn }: Attempt<T>,
): Promise<T> {
  // Asked before: a code that is wrong too often ends what it waits for.
  const personId = await identity.findSigningIn(who);
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AppError && error.code === "UNAUTHORIZED" && personId !== null) {
      const failure = { personId, step, requestId, ip: visitor.address, nowMs: clock.now() };
      recordFailedSignIn(database, failure).catch((cause: unknown) =>
        log.error("audit.failed_sign_in_not_recorded", { requestId, ...errorFacts(cause) }),
      );
    }
    throw error;
  }
}
