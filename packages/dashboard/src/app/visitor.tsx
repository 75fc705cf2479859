import type { SignInState } from "@vedette/contract/people/people.ts";
import { signInNotice } from "@vedette/contract/people/sign-in-notices.ts";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { createPeopleApi, type PeopleApi } from "../api/people-api.ts";
import { storedKey } from "./stored.ts";

/** Whoever has opened the page, signed in or not. */
export type Visitor = {
  people: PeopleApi;
  /** Null while it is asked for. */
  state: SignInState | null;
  /** The API key that is used instead of a session. */
  apiKey: string | null;
  /** Why he is where he is, in words: "You have been signed out." */
  notice: string | null;
  setNotice(words: string | null): void;
  readState(): Promise<SignInState | null>;
  signInWithKey(key: string): void;
  /** With a reason where it was not his wish. */
  signOut(reason: string | null): Promise<void>;
};

const people = createPeopleApi(window.fetch.bind(window));
/** The first answer, while it is on its way. */
let asked: Promise<SignInState> | null = null;

/** Asks who has opened the page while its code is still being loaded: it waits for one of the two, not for both. */
export function askEarly(): void {
  asked = people.state();
  // A failure is told by whoever waits for it.
  asked.catch(asApiError);
}

const VisitorContext = createContext<Visitor | null>(null);

export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (!visitor) throw new Error("useVisitor is used outside of VisitorProvider");
  return visitor;
}

export function VisitorProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SignInState | null>(null);
  const [apiKey, setApiKey] = useState(storedKey.read);
  const [said, setNotice] = useState<string | null>(null);
  const [noticeCode, setNoticeCode] = useState(noticeCodeOfAddress);
  const notice = said ?? (state && signInNotice(noticeCode, state.oidc?.name ?? "the other provider"));

  const readState = useCallback(async () => {
    try {
      const read = await (asked ?? people.state());
      setState(read);
      return read;
    } catch (error) {
      setNotice(asApiError(error).message);
      return null;
    } finally {
      asked = null;
    }
  }, []);
  useEffect(() => void readState(), [readState]);

  const visitor = useMemo<Visitor>(() => {
    const keep = (key: string | null, words: string | null) => {
      storedKey.write(key);
      setApiKey(key);
      setNoticeCode(null);
      setNotice(words);
    };
    return {
      people,
      state,
      apiKey,
      notice,
      setNotice(next) {
        setNoticeCode(null);
        setNotice(next);
      },
      readState,
      signInWithKey: (key) => keep(key, null),
      async signOut(reason) {
        if (apiKey === null && reason === null) await people.signOut().catch(asApiError);
        keep(null, reason);
        await readState();
      },
    };
  }, [state, apiKey, notice, readState]);
  return <VisitorContext value={visitor}>{children}</VisitorContext>;
}

/** The code with which the server sends a person back here whose sign-in elsewhere failed. */
function noticeCodeOfAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("notice");
}
