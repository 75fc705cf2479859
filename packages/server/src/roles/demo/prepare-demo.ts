import { createPasswordHashing } from "../../api/identity/passwords/password-hash.ts";
import { missingChromiumText } from "../../engine/checks/browser/chromium/find-chromium.ts";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { StartError } from "../../platform/kernel/errors.ts";
import type { Logger } from "../../platform/kernel/logger.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import { freePort } from "../../platform/net/free-port.ts";
import { openInstallationSecret } from "../../platform/secrets/installation-secret.ts";
import { openMasterKeys } from "../../platform/secrets/master-keys.ts";
import type { DemoOptions } from "../roles.ts";
import { ensureFirstAccount } from "../wiring/first-start.ts";
import { prepareMessaging } from "../wiring/messaging.ts";
import type { OpenDatabase } from "../wiring/open-database.ts";
import { SAMPLE_DAYS, type SampleTime } from "./episodes.ts";
import { findOwnData, findSampleVariable } from "./queries.ts";
import { removeDemo } from "./remove-demo.ts";
import type { DemoAccount } from "./sample-people.ts";
import { startSampleServer } from "./sample-server.ts";
import { isSeeded, type SeedDeps, seedDemo } from "./seed-demo.ts";
import { startPings } from "./send-pings.ts";

/**
 * The demo of `vedette serve --demo`: a sample organization with 30 days of generated results, and the server that its
 * checks reach. Runs before the scheduler starts, which then finds targets with a past. Sends nothing to other machines.
 */
export type DemoDeps = {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
  openedDatabase: OpenDatabase;
  log: Logger;
  ends: (() => Promise<void>)[];
};

const SEED = "vedette";

/** `startedAt` is when the history begins; null if there is no sample organization. Returns the account of a demo that was created now. */
export async function prepareDemo(
  deps: DemoDeps,
  { startedAt, creates, isForced }: DemoOptions & { startedAt: Date | null },
): Promise<DemoAccount | null> {
  const { database } = deps.openedDatabase;
  const seedDeps = await seedDepsOf(deps);
  if (startedAt !== null && (await isSeeded(seedDeps))) {
    await serveSample(deps, { seed: SEED, startMs: startedAt.getTime() + SAMPLE_DAYS * DAY_MS });
    return null;
  }
  if (startedAt !== null) await removeDemo(database);
  if (!creates) return null;
  await ensureFirstAccount({ ...deps, database, identity: seedDeps.identity });
  if (!isForced && (await findOwnData(database)) !== null) throw inUse();
  return createDemo(deps, seedDeps);
}

async function createDemo(deps: DemoDeps, seedDeps: SeedDeps): Promise<DemoAccount> {
  deps.log.info("demo.creating");
  const time: SampleTime = { seed: SEED, startMs: systemClock.now() };
  const port = await freePort();
  const addresses = { port, baseUrl: `http://127.0.0.1:${port}` };
  const hasBrowser = (await missingChromiumText(deps.config.journeys.chromiumPath)) === null;
  const account = await seedDemo(seedDeps, { time, addresses, hasBrowser });
  await serveSample(deps, time);
  return account;
}

/** Serves at the address that the monitors check. */
async function serveSample({ openedDatabase, port, log, ends }: DemoDeps, time: SampleTime): Promise<void> {
  const { database } = openedDatabase;
  const address = (await findSampleVariable(database, "SAMPLE_URL"))?.value ?? "";
  const samplePort = Number(URL.parse(address)?.port ?? 0);
  try {
    const server = await startSampleServer({ port: samplePort, time, clock: systemClock, log });
    ends.push(server.close);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn("demo.server_unavailable", { port: samplePort, error: reason });
  }
  const pings = startPings({ database, port, log, clock: systemClock });
  ends.push(pings.stop);
}

async function seedDepsOf(deps: DemoDeps): Promise<SeedDeps> {
  const { config, openedDatabase, log } = deps;
  const { database, masterKeys, vault } = openedDatabase;
  const messaging = await prepareMessaging({ ...deps, onDelivered: () => {} });
  const { identity, mailer, recipients } = messaging;
  const availability = { runners: [], fallbackLocation: config.runner.location, isPrivate: () => false };
  const code: SeedDeps["code"] = {
    ...{ vault, recipients, database, mailer, pagePasswords: createPasswordHashing() },
    ...{ publicUrl: config.http.publicUrl, statusDomain: config.http.statusDomain },
    installationSecret: await openInstallationSecret(database, openMasterKeys(masterKeys)),
    availability: (orgId) => ({ ...availability, orgId }),
  };
  return { code, identity, log };
}

function inUse(): StartError {
  return new StartError(
    "This installation has users or targets of its own: start the demo with another VEDETTE_DATA folder, or add --force to create the sample organization beside them.",
  );
}
