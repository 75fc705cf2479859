import type { ReactNode } from "react";
import { SignInPage } from "../pages/sign-in/sign-in-page.tsx";
import { LiveProvider } from "./live.tsx";
import { SessionProvider } from "./session.tsx";
import { useVisitor } from "./visitor.tsx";

/** Asks whoever is not signed in to do so, at the address that he wanted, and shows it afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { state, apiKey, notice } = useVisitor();
  if (apiKey === null && state?.person == null) {
    // Nothing while it is asked for: a form that comes and goes would startle.
    return state === null && notice === null ? null : <SignInPage />;
  }
  return (
    <SessionProvider>
      <LiveProvider>{children}</LiveProvider>
    </SessionProvider>
  );
}
