import type { SendOutcome } from "../channel.ts";
import type { Message } from "../message.ts";

/** What a tracker does with the issue of an alert; `number` is its thread. */
type IssueRequests = {
  create(): Promise<SendOutcome>;
  comment(number: string): Promise<SendOutcome>;
  close(number: string): Promise<SendOutcome>;
};

/**
 * Sends a message to the issue of its alert. A recovery closes first, because closing again does no harm: if the comment
 * fails, the next attempt makes both. A test opens an issue and closes it.
 */
export async function sendToIssue(
  { kind }: Message,
  thread: string | null,
  { create, comment, close }: IssueRequests,
): Promise<SendOutcome> {
  const number = thread !== null && /^\d{1,12}$/.test(thread) ? thread : null;
  if (kind === "resolved") {
    if (number === null) return { ok: true, statusCode: null, error: "The number of the issue is not known" };
    const closed = await close(number);
    return closed.ok ? comment(number) : closed;
  }
  if (kind === "reminder" && number !== null) return comment(number);
  const created = await create();
  if (kind !== "test" || !created.ok || created.thread === undefined) return created;
  const closed = await close(created.thread);
  return closed.ok ? created : { ...created, error: closed.error };
}
