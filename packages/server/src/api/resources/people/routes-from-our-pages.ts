import { AppError } from "../../../platform/kernel/errors.ts";
import type { PublicContext } from "../../routing/define-route.ts";
import { ok } from "../../routing/ok.ts";
import type { PeopleDeps } from "./service.ts";

export const DONE = ok({ done: true as const });

/** Also applies without a session: a foreign page must not sign a visitor in to another account. */
export function assertFromOurPages({ identity }: PeopleDeps, { visitor }: PublicContext): void {
  if (identity.isSameOrigin(visitor.headers)) return;
  throw new AppError(
    "FORBIDDEN",
    "Sign in on this server's own pages (checked by Origin and Sec-Fetch-Site). Programs use an API key.",
  );
}
