import type { Config } from "../../platform/config/config.ts";
import type { MailerOptions } from "../../platform/mail/mailer.ts";
import { createEgress } from "../../platform/net/egress.ts";
import { createEgressPolicy, type OwnPort } from "../../platform/net/egress-policy.ts";

/** The operator's mail server, and the egress policy for what the operator configures. */
export function mailOptions({
  config,
  ownPorts,
}: {
  config: Pick<Config, "egress" | "mail">;
  ownPorts: readonly OwnPort[];
}): MailerOptions {
  const policy = createEgressPolicy({
    // The operator configures mail server and provider, so they may be in the operator's network in any mode.
    mode: "self-hosted",
    allow: config.egress.allow,
    deny: config.egress.deny,
    ownPorts: () => ownPorts,
  });
  const { smtpUrl, from } = config.mail;
  return { smtpUrl: smtpUrl?.reveal() ?? null, from, egress: createEgress({ policy }) };
}
