import { AppError } from "../../../platform/kernel/errors.ts";
import type { PublicContext } from "../../routing/define-route.ts";
import type { PeopleDeps } from "./service.ts";

export const DONE = { success: true as const, data: { done: true as const } };

/** Also where nobody is signed in yet: a foreign page must not sign anybody in as somebody else. */
export function assertFromOurPages({ identity }: PeopleDeps, { visitor }: PublicContext): void {
  if (identity.isSameOrigin(visitor.headers)) return;
  throw new AppError(
    "FORBIDDEN",
    "People sign in on this server's own pages (Origin, Sec-Fetch-Site). Programs use an API key.",
  );
}
