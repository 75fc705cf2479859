import { SIGN_IN_NOTICES } from "@vedette/contract/people/sign-in-notices.ts";
import { signInText } from "../../api/sign-in-texts.ts";

/**
 * Returns why a sign-in with another provider failed, or null if the code is unknown: it comes from the URL. The provider
 * is null if the server does not know which one it was.
 */
export function signInFailureText(code: string | null, provider: string | null): string | null {
  if (code === null || !Object.hasOwn(SIGN_IN_NOTICES, code)) return null;
  return signInText({ code, values: { provider: provider ?? "OpenID Connect" } });
}
