import type { ChannelTest } from "@vedette/contract/alerts/alert-channels.ts";
import type { SendOnChannel } from "../../../pipeline/alerting/delivery/send-on-channel.ts";
import type { Message } from "../../../pipeline/alerting/messages/message.ts";
import { applyTemplates } from "../../../pipeline/alerting/templates/apply-templates.ts";
import { NO_TEMPLATE_FACTS } from "../../../pipeline/alerting/templates/template-facts.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import { getOrganization } from "../organizations/service.ts";
import { insertTestDelivery } from "./delivery-queries.ts";
import type { ChannelRow } from "./queries.ts";
import { type ChannelContext, getChannelRow, openSecrets } from "./service.ts";

/** Each test sends up to 20 mails: enough to set up a channel, too few to flood its recipients. */
const MAIL_TESTS_PER_CHANNEL = { max: 1, windowMs: 60_000 };
const MAIL_TESTS_PER_ORGANIZATION = { max: 20, windowMs: 3_600_000 };

/** Sends one test message immediately, records it in the delivery log and returns the outcome. */
export async function testChannel(
  ctx: ChannelContext & { serverUrl: string; sendOnChannel: SendOnChannel },
  id: string,
): Promise<ChannelTest> {
  const row = await getChannelRow(ctx, id);
  await assertMayTest(ctx, row);
  const secrets = await openSecrets(ctx, row);
  const { name } = await getOrganization(ctx);
  const startedAt = ctx.clock.monotonic();
  const notificationId = newId(ctx.clock.now());
  const message: Message = {
    kind: "test",
    id: notificationId,
    channelName: row.name,
    organization: { id: ctx.orgId, name },
    url: ctx.serverUrl,
  };
  const { templates } = row;
  const nowMs = ctx.clock.now();
  const outcome = await ctx.sendOnChannel(
    { type: row.type, secrets },
    templates === null ? message : applyTemplates(message, { templates, facts: NO_TEMPLATE_FACTS, nowMs }),
  );
  const durationMs = Math.round(ctx.clock.monotonic() - startedAt);
  const { ok, statusCode, error = null } = outcome;
  const atMs = ctx.clock.now();
  await insertTestDelivery(ctx.db, ctx.orgId, {
    id: newId(atMs),
    notificationId,
    channelId: row.id,
    at: new Date(atMs),
    ok,
    statusCode,
    error,
  });
  return { delivered: ok, status_code: statusCode, error, duration_ms: durationMs };
}

async function assertMayTest({ db, orgId, clock }: ChannelContext, { id, type }: ChannelRow): Promise<void> {
  if (type !== "email") return;
  for (const [subject, { max, windowMs }] of [
    [`mail tests of channel ${id}`, MAIL_TESTS_PER_CHANNEL],
    [`mail tests of organization ${orgId}`, MAIL_TESTS_PER_ORGANIZATION],
  ] as const) {
    const { actions, endsInMs } = await countAction(db, { subject, windowMs, nowMs: clock.now() });
    if (actions <= max) continue;
    const retryAfterSeconds = Math.ceil(endsInMs / 1_000);
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `An e-mail channel can be tested once a minute, and at most ${MAIL_TESTS_PER_ORGANIZATION.max} times an hour in an ` +
        `organization. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
}
