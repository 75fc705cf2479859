import { useCallback, useEffect, useRef } from "react";
import { ApiError } from "../../api/api-error.ts";
import type { PeopleApi } from "../../api/people-api.ts";
import {
  hasPasskeyAutofill,
  hasPasskeySupport,
  signWithPasskey,
} from "../../components/browser/passkey-credentials.ts";
import { type Submission, useSubmission } from "../../components/forms/use-submission.ts";

type PasskeySignInInput = {
  people: PeopleApi;
  /** Whether the address of the server admits passkeys. */
  isAdmitted: boolean;
  /** Whether the page has an email field, in which the browser suggests passkeys. */
  hasEmailField: boolean;
  onSignedIn(): void;
};

/** The options are valid for 10 minutes; the request of an open page is renewed before. */
const RENEW_MS = 9 * 60_000;

/** Signs in with a passkey: by a button, and from the suggestions of the email field. Null if there are no passkeys. */
export function usePasskeySignIn({
  people,
  isAdmitted,
  hasEmailField,
  onSignedIn,
}: PasskeySignInInput): Submission | null {
  const waiting = useRef<AbortController | null>(null);
  const done = useRef(onSignedIn);
  done.current = onSignedIn;

  const run = useCallback(
    async (isAutofill: boolean) => {
      // A browser allows one request at a time.
      waiting.current?.abort();
      const own = new AbortController();
      waiting.current = own;
      const options = await people.passkeyOptions();
      const signed = await signWithPasskey(options, { signal: own.signal, isAutofill });
      await people.signInWithPasskey(signed);
      done.current();
    },
    [people],
  );

  const offer = useCallback(() => {
    if (!hasEmailField) return;
    // Without a notice: no one asked for it, and the button reports its own failures.
    void hasPasskeyAutofill()
      .then((isOffered) => (isOffered ? run(true) : undefined))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
      });
  }, [run, hasEmailField]);

  useEffect(() => {
    if (!isAdmitted) return;
    offer();
    const timer = setInterval(offer, RENEW_MS);
    return () => {
      clearInterval(timer);
      waiting.current?.abort();
    };
  }, [isAdmitted, offer]);

  const submission = useSubmission(async () => {
    try {
      await run(false);
    } catch (error) {
      offer();
      throw error;
    }
  });
  return isAdmitted && hasPasskeySupport() ? submission : null;
}
