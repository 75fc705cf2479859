import type { ErrorCode } from "@vedette/contract/common/errors.ts";
import { type SignInNotice, signInNoticeText } from "@vedette/contract/people/sign-in-notices.ts";
import { AppError } from "../../platform/kernel/errors.ts";

/** A failed sign-in with another provider, with the code that the page shows. */
export class SignInRefusal extends AppError {
  readonly notice: SignInNotice;

  constructor(code: ErrorCode, notice: SignInNotice, extra: { provider: string; cause?: unknown }) {
    super(code, signInNoticeText(notice, extra.provider), { cause: extra.cause });
    this.notice = notice;
  }
}
