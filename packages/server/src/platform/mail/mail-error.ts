/** Why an email was not accepted. A temporary failure may succeed later. */
export class MailError extends Error {
  readonly isTemporary: boolean;
  /** Whether the server said that this recipient does not exist or accepts no mail. */
  readonly isBounce: boolean;

  constructor(
    message: string,
    { isTemporary, isBounce = false, cause }: { isTemporary: boolean; isBounce?: boolean; cause: unknown },
  ) {
    super(message, { cause });
    this.isTemporary = isTemporary;
    this.isBounce = isBounce;
  }
}

export function mailError(error: unknown, deadlineMs: number): MailError {
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  const isTimeout = error instanceof Error && error.name === "AbortError";
  const reason = isTimeout
    ? `the mail server did not finish within ${deadlineMs / 1_000} s`
    : error instanceof Error
      ? error.message
      : String(error);
  // Without a response of the server, a retry may succeed. Source: RFC 5321, section 4.2.1.
  return new MailError(`The email was not sent: ${reason}`, {
    isTemporary: code < 500,
    isBounce: code >= BOUNCE_CODE_MIN && isAboutRecipient(error),
    cause: error,
  });
}

/** Lower codes are about the command, or about this server's credentials. Source: RFC 5321, section 4.2.3. */
const BOUNCE_CODE_MIN = 550;

/** A rejection by policy (5.7.x, RFC 3463) says more about the sender, and would hit all recipients. */
function isAboutRecipient(error: unknown): boolean {
  if (!(error instanceof Error) || !("command" in error) || error.command !== "RCPT TO") return false;
  return !("response" in error && /^\d{3}[ -]5\.7\./.test(String(error.response)));
}
