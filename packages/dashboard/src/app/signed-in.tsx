import type { ReactNode } from "react";
import { SignInPage } from "../pages/sign-in/sign-in-page.tsx";
import { LiveProvider } from "./live.tsx";
import { SessionProvider } from "./session.tsx";
import { useVisitor } from "./visitor.tsx";

/** Shows the sign-in page at the requested URL until the visitor is signed in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { state, apiKey, notice } = useVisitor();
  if (apiKey === null && state?.person == null) {
    // Renders nothing while loading, so that the sign-in form does not flash.
    return state === null && notice === null ? null : <SignInPage />;
  }
  return (
    <SessionProvider>
      <LiveProvider>{children}</LiveProvider>
    </SessionProvider>
  );
}
