import type { SignInState } from "@vedette/contract/people.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import { asApiError } from "./api/api-error.ts";
import { createPeopleApi } from "./api/people-api.ts";
import { type Link, linkOf, noticeOf } from "./link.ts";
import { MonitorsPage } from "./pages/monitors/monitors-page.tsx";
import { InvitationPage } from "./pages/sign-in/invitation-page.tsx";
import { ResetPage } from "./pages/sign-in/reset-page.tsx";
import { SetUpPage } from "./pages/sign-in/set-up-page.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { forgetKey, storedKey, storeKey } from "./session.ts";

/** Who is signed in, and by which link he came, decides what is shown. */
export function App() {
  const people = useMemo(() => createPeopleApi(window.fetch.bind(window)), []);
  const [link, setLink] = useState<Link | null>(() => linkOf(window.location));
  const [key, setKey] = useState(storedKey);
  const [state, setState] = useState<SignInState | null>(null);
  const [notice, setNotice] = useState<string | null>(() => noticeOf(window.location));

  const readState = useCallback(async (): Promise<void> => {
    try {
      setState(await people.state());
    } catch (error) {
      setNotice(asApiError(error).message);
    }
  }, [people]);
  useEffect(() => void readState(), [readState]);
  // A token in the address bar would go along when somebody shares what he sees.
  useEffect(() => {
    if (window.location.hash !== "") window.history.replaceState(null, "", window.location.pathname);
  }, []);

  function leaveLink(words: string | null): void {
    window.history.replaceState(null, "", "/");
    setLink(null);
    setNotice(words);
    void readState();
  }

  function signInWithKey(entered: string): void {
    storeKey(entered);
    setNotice(null);
    setKey(entered);
  }

  async function signOut(reason: string | null): Promise<void> {
    const wasKey = key !== null;
    forgetKey();
    setKey(null);
    setNotice(reason);
    if (!wasKey && reason === null) await people.signOut().catch(asApiError);
    await readState();
  }

  if (link !== null) return <LinkPage link={link} people={people} state={state} onDone={leaveLink} />;
  const isPerson = key === null && state?.person != null;
  if (key !== null || isPerson) {
    const who = key ?? state?.person?.id;
    return <MonitorsPage key={who} apiKey={key} onSignOut={(reason) => void signOut(reason)} />;
  }
  return (
    <SignInPage
      people={people}
      state={state}
      notice={notice}
      onSignedIn={() => leaveLink(null)}
      onKey={signInWithKey}
    />
  );
}

type LinkPageProps = {
  link: Link;
  people: ReturnType<typeof createPeopleApi>;
  state: SignInState | null;
  onDone(words: string | null): void;
};

function LinkPage({ link, ...props }: LinkPageProps) {
  switch (link.kind) {
    case "setup":
      return <SetUpPage token={link.token} {...props} />;
    case "invitation":
      return <InvitationPage token={link.token} {...props} />;
    case "reset":
      return <ResetPage token={link.token} {...props} />;
  }
}
