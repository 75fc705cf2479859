import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";

/** Thrown by the dialogue of a check to end it: the target is at fault, and the message says why. */
export class CheckFailure extends Error {
  readonly code: CheckErrorCode;

  constructor(code: CheckErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The server broke its protocol. */
export function protocolFailure(message: string): CheckFailure {
  return new CheckFailure("PROTOCOL_ERROR", message);
}

/** The server refused the user or the password. */
export function loginFailure(reason: string): CheckFailure {
  return new CheckFailure("LOGIN_FAILED", `the server refused the login: ${quotable(reason)}`);
}

/** The server answered with an error. */
export function serviceFailure(reason: string): CheckFailure {
  return new CheckFailure("SERVICE_ERROR", `the server answered with an error: ${quotable(reason)}`);
}

const QUOTE_LENGTH_MAX = 200;

/** Returns a text of a server as one line of printable characters. */
export function quotable(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
  return line.length <= QUOTE_LENGTH_MAX ? line : `${line.slice(0, QUOTE_LENGTH_MAX - 1).toWellFormed()}…`;
}
