import type { ErrorCode, ErrorReason } from "@vedette/contract/common/errors.ts";
import { type SignInError, signInErrorText } from "@vedette/contract/people/sign-in-errors.ts";
import type { SignInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import { AppError } from "../../platform/kernel/errors.ts";

type Extra = Omit<NonNullable<ConstructorParameters<typeof AppError>[2]>, "details" | "reason">;

/** A failed request of the sign-in, with the code that the dashboard translates and the values of its text. */
export function signInRefusal(
  code: ErrorCode,
  reason: SignInError,
  { values = {}, ...extra }: Extra & Partial<Pick<ErrorReason, "values">> = {},
): AppError {
  return new AppError(code, signInErrorText(reason, values), { ...extra, reason: { code: reason, values } });
}

/** A failed sign-in with another provider, with the code that the page shows. */
export class SignInRefusal extends AppError {
  readonly notice: SignInNotice;

  constructor(
    code: ErrorCode,
    notice: SignInNotice,
    { provider, cause }: { provider: string; cause?: unknown },
  ) {
    const values = { provider };
    super(code, signInErrorText(notice, values), { cause, reason: { code: notice, values } });
    this.notice = notice;
  }
}
