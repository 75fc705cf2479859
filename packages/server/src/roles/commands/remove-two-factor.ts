import { removeTwoFactorByOperator } from "../../api/resources/people/remove-two-factor.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { withInstallation } from "./with-database.ts";

/** Removes the authenticator app of a user, whether or not the service is running. */
export function removeTwoFactor(env: NodeJS.ProcessEnv, email: string): Promise<string> {
  return withInstallation(env, async (database) => {
    await database.transaction((db) => removeTwoFactorByOperator(db, email, systemClock));
    return `${email} signs in without a code from now on, and can set up another authenticator app.`;
  });
}
