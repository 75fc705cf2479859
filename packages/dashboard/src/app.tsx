import { useState } from "react";
import { MonitorsPage } from "./pages/monitors/monitors-page.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { forgetKey, storedKey, storeKey } from "./session.ts";

/** Who is signed in decides what is shown. */
export function App() {
  const [key, setKey] = useState(storedKey);
  const [notice, setNotice] = useState<string | null>(null);

  function signIn(entered: string): void {
    storeKey(entered);
    setNotice(null);
    setKey(entered);
  }

  function signOut(reason: string | null): void {
    forgetKey();
    setNotice(reason);
    setKey(null);
  }

  if (key === null) return <SignInPage notice={notice} onSignIn={signIn} />;
  return <MonitorsPage key={key} apiKey={key} onSignOut={signOut} />;
}
