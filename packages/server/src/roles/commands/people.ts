import { createIdentity, type Identity } from "../../api/identity/identity.ts";
import { maySignUp } from "../../api/resources/people/service.ts";
import type { Config } from "../../platform/config/config.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { errorFacts, type Logger } from "../../platform/kernel/logger.ts";
import { createMailer, type Mailer } from "../../platform/mail/mailer.ts";
import { resetMail } from "../../platform/mail/reset-mail.ts";
import type { OwnPort } from "../../platform/net/egress-policy.ts";
import { createFetchJson } from "../../platform/net/fetch-json.ts";
import { openInstallationSecret } from "../../platform/secrets/installation-secret.ts";
import { type MasterKeySource, openMasterKeys } from "../../platform/secrets/master-keys.ts";
import type { Database } from "../../platform/storage/database.ts";
import { mailOptions } from "../wiring/mail-options.ts";

/** Wires sign-in and mail as configured. */
export async function createPeople({
  config,
  port,
  ownPorts,
  database,
  masterKeys,
  log,
}: {
  config: Config;
  /** The port of the API. */
  port: number;
  ownPorts: readonly OwnPort[];
  database: Database;
  masterKeys: MasterKeySource;
  log: Logger;
}): Promise<{ identity: Identity; mailer: Mailer }> {
  const serverUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const mail = mailOptions({ config, ownPorts });
  const { egress } = mail;
  const mailer = createMailer(mail);
  const { oidc, signUp } = config;
  const identity = createIdentity({
    database,
    clock: systemClock,
    log,
    secret: await openInstallationSecret(database, openMasterKeys(masterKeys)),
    publicUrl: config.http.publicUrl,
    sendReset: mailer.isConfigured ? sendResetBy(mailer, { serverUrl, log }) : null,
    oidc: oidc && {
      ...oidc,
      clientSecret: oidc.clientSecret.reveal(),
      baseUrl: serverUrl,
      fetch: createFetchJson(egress),
      maySignUp: (email) => maySignUp({ database, clock: systemClock, signUp }, email),
    },
  });
  return { identity, mailer };
}

/** Runs asynchronously: its duration must not reveal whether the address has an account. */
function sendResetBy(mailer: Mailer, { serverUrl, log }: { serverUrl: string; log: Logger }) {
  return ({ email, name, token }: { email: string; name: string; token: string }) => {
    const mail = resetMail({ email, name, resetUrl: resetUrl(serverUrl, token) });
    mailer.send(mail).catch((error: unknown) => log.warn("identity.reset_mail_failed", errorFacts(error)));
  };
}

/** After # the token reaches no server log and no Referer. */
export function resetUrl(serverUrl: string, token: string): string {
  return `${serverUrl}/reset#${token}`;
}
