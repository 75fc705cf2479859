import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { toast } from "../components/toast.tsx";
import { LiveProvider } from "./live.tsx";
import { SessionProvider, useSession } from "./session.tsx";
import { StatusSignals } from "./status-signals.tsx";
import { useVisitor } from "./visitor.tsx";

/** Imported lazily: most visitors are signed in. */
const SignInPage = lazy(async () => ({
  default: (await import("../pages/sign-in/sign-in-page.tsx")).SignInPage,
}));

/** Imported lazily: few people belong to no organization. */
const FirstOrganizationPage = lazy(async () => ({
  default: (await import("../pages/sign-in/first-organization-page.tsx")).FirstOrganizationPage,
}));

/** Shows the sign-in page at the requested URL until the visitor is signed in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { state, apiKey, notice } = useVisitor();
  if (apiKey === null && state?.person == null) {
    // Renders nothing while loading, so that the sign-in form does not flash: the skeleton of index.html stays.
    return state === null && notice === null ? null : (
      <Suspense>
        <SignInPage />
      </Suspense>
    );
  }
  return (
    <SessionProvider>
      <ForOrganization>
        <LiveProvider>
          <StatusSignals />
          <LinkFailure />
          {children}
        </LiveProvider>
      </ForOrganization>
    </SessionProvider>
  );
}

/** Imported lazily: few people have to set it up. */
const TwoFactorPage = lazy(async () => ({
  default: (await import("../pages/sign-in/two-factor-page.tsx")).TwoFactorPage,
}));

/** Imported lazily: few sessions were started another way than their organization requires. */
const SingleSignOnPage = lazy(async () => ({
  default: (await import("../pages/sign-in/single-sign-on-page.tsx")).SingleSignOnPage,
}));

/** Everything belongs to an organization, so that a person without one creates it first. */
function ForOrganization({ children }: { children: ReactNode }) {
  const { state } = useVisitor();
  const { hasNone, organization } = useSession();
  // Each request to an organization that requires another sign-in is refused, so it waits until it knows which one that is.
  if (organization === null && state?.has_restricted_organizations && !hasNone) return null;
  if (hasNone)
    return (
      <Suspense>
        <FirstOrganizationPage />
      </Suspense>
    );
  if (organization?.lacks_sso)
    return (
      <Suspense>
        <SingleSignOnPage />
      </Suspense>
    );
  if (organization?.lacks_two_factor)
    return (
      <Suspense>
        <TwoFactorPage />
      </Suspense>
    );
  return children;
}

/** Says why another provider was not linked to the account of the session. */
function LinkFailure() {
  const { state, failure, setNotice } = useVisitor();
  const { organization } = useSession();
  // The page that leads to a required provider shows the failure itself. Which page it is, the organization decides.
  const isKnown = state !== null && organization !== null;
  useEffect(() => {
    if (failure === null || !isKnown) return;
    void import("../pages/sign-in/sign-in-failure.ts").then(({ signInFailureText }) => {
      const text = signInFailureText(failure, state.pending_provider);
      if (text !== null) toast(text, "problem");
      setNotice(null);
    });
  }, [state, isKnown, failure, setNotice]);
  return null;
}
