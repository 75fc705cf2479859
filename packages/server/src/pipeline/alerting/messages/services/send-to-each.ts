import type { SendContext, SendOutcome } from "../channel.ts";

const ERROR_LENGTH_MAX = 500;

/**
 * Sends a message to each recipient that does not have it yet, and joins the outcomes. It is delivered once someone has it
 * and every other recipient has failed for good. It fails for good only if all recipients have.
 */
export async function sendToEach(
  recipients: readonly string[],
  { deliveredTo: before }: Pick<SendContext, "deliveredTo">,
  sendOne: (recipient: string) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const open = recipients.filter((recipient) => !before.includes(recipient));
  const sent = await Promise.all(open.map(async (to) => ({ to, outcome: await sendOne(to) })));
  const deliveredTo = [...before, ...sent.flatMap(({ to, outcome }) => (outcome.ok ? [to] : []))];
  const failed = sent.flatMap(({ to, outcome }) => (outcome.ok ? [] : [{ to, ...outcome }]));
  const error = failed
    .map((each) => `${each.to}: ${each.error}`)
    .join("; ")
    .slice(0, ERROR_LENGTH_MAX);
  const statusCode = failed[0]?.statusCode ?? sent[0]?.outcome.statusCode ?? null;
  const isPermanent = failed.every((each) => each.isPermanent);
  if (failed.length === 0) return { ok: true, statusCode };
  if (deliveredTo.length > 0 && isPermanent) return { ok: true, statusCode, error };
  const waits = failed.flatMap(({ retryAfterSeconds: seconds }) => (seconds === null ? [] : [seconds]));
  return {
    ok: false,
    statusCode,
    error,
    isPermanent,
    retryAfterSeconds: waits.length === 0 ? null : Math.max(...waits),
    deliveredTo,
  };
}
