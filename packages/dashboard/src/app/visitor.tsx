import type { SignInState } from "@vedette/contract/people/people.ts";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { createPeopleApi, type PeopleApi } from "../api/people-api.ts";
import { storedKey } from "./stored.ts";

/** The person who opened the page, signed in or not. */
export type Visitor = {
  people: PeopleApi;
  /** Null while loading. */
  state: SignInState | null;
  /** The API key that is used instead of a session. */
  apiKey: string | null;
  /** A message for the sign-in page: "You have been signed out." */
  notice: string | null;
  /** The code of the URL that says why the last sign-in with another provider failed; see `signInFailureText`. */
  failure: string | null;
  setNotice(notice: string | null): void;
  readState(): Promise<SignInState | null>;
  signInWithKey(key: string): void;
  /** `reason` is null if the person signed out, else the message to show. */
  signOut(reason: string | null): Promise<void>;
};

const people = createPeopleApi(window.fetch.bind(window));
/** The first request, until its response arrives. */
let initialState: Promise<SignInState> | null = null;

/** The code that the server put into the URL after a failed sign-in with another provider. */
const failureOfLoad = new URLSearchParams(window.location.hash.slice(1)).get("notice");

/** Requests the sign-in state while the code of the page is still loading, so that the two run in parallel. */
export function prefetchState(): void {
  initialState = people.state();
  // `readState` reports the failure.
  initialState.catch(asApiError);
}

const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (!visitor) throw new Error("useVisitor is used outside of VisitorProvider");
  return visitor;
}

/** Whether this server sends mail. */
export function useSendsMail(): boolean {
  return useVisitor().state?.mail ?? false;
}

/** Whether the operator of this server offers plans. Without them there are no prices to show. */
export function useOffersPlans(): boolean {
  return useVisitor().state?.offers_plans ?? false;
}

export function VisitorProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SignInState | null>(null);
  const [apiKey, setApiKey] = useState(storedKey.read);
  const [notice, setNotice] = useState<string | null>(null);
  const [failure, setFailure] = useState(failureOfLoad);

  const readState = useCallback(async () => {
    try {
      const read = await (initialState ?? people.state());
      setState(read);
      return read;
    } catch (error) {
      setNotice(asApiError(error).message);
      return null;
    } finally {
      initialState = null;
    }
  }, []);
  useEffect(() => void readState(), [readState]);
  // Removed from the URL, so that a reload does not show it again.
  useEffect(() => {
    if (failureOfLoad !== null)
      window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);

  const visitor = useMemo<Visitor>(() => {
    const applyKey = (key: string | null, notice: string | null) => {
      storedKey.write(key);
      setApiKey(key);
      // A session whose organization requires another sign-in is refused while the page says why the last one failed.
      if (notice === null) setFailure(null);
      setNotice(notice);
    };
    return {
      people,
      state,
      apiKey,
      notice,
      failure,
      setNotice(next) {
        setFailure(null);
        setNotice(next);
      },
      readState,
      signInWithKey: (key) => applyKey(key, null),
      async signOut(reason) {
        if (apiKey === null && reason === null) await people.signOut().catch(asApiError);
        applyKey(null, reason);
        await readState();
      },
    };
  }, [state, apiKey, notice, failure, readState]);
  return <VisitorContext value={visitor}>{children}</VisitorContext>;
}
