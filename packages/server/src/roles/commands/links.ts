import { setupUrl } from "../../api/identity/setup-link.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import { findServedAddress } from "../observation/served-address.ts";
import { makeSetupLink } from "../wiring/first-start.ts";
import { prepareMasterKeys } from "../wiring/master-keys.ts";
import { findOwnPorts } from "../wiring/protected-ports.ts";
import { createPeople, resetUrl } from "./people.ts";
import { withDatabase, withInstallation } from "./with-database.ts";

/**
 * Creates links that only the operator can create, on this machine, whether or not the service is running.
 */

export function newSetupLink(env: NodeJS.ProcessEnv): Promise<string> {
  return withDatabase(env, async (database, config) => {
    const token = await makeSetupLink(database, systemClock.now());
    if (token !== null) return setupUrl(await serverUrlOf(config), token);
    throw new StartError(
      "A user has already signed up. Ask an owner or admin for an invitation (Settings, Members), or recover an account with 'vedette reset-link --email <address>'.",
    );
  });
}

export function newResetLink(env: NodeJS.ProcessEnv, email: string): Promise<string> {
  return withInstallation(env, async (database, config, log) => {
    const masterKeys = await prepareMasterKeys(config, database);
    const { port } = config.http;
    const ownPorts = await findOwnPorts(config, port);
    const { identity } = await createPeople({ config, port, ownPorts, database, masterKeys, log });
    const token = await identity.makeResetToken(email);
    if (token !== null) return resetUrl(await serverUrlOf(config), token);
    throw new StartError(`No user has the address ${email}.`);
  });
}

async function serverUrlOf({ http, data }: Config): Promise<string> {
  return http.publicUrl ?? (await findServedAddress(data.directory)) ?? `http://localhost:${http.port}`;
}
