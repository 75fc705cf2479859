import { createRoute, useNavigate } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { rootRoute } from "../../app/root-route.tsx";
import { useVisitor, type Visitor } from "../../app/visitor.tsx";
import { SignInScreen } from "./sign-in-card.tsx";

/** Pages opened from links in emails or in the server log. Loaded on demand: most visitors never see them. */
export const signInRoutes = [
  linkRoute("/setup", async () => (await import("./set-up-page.tsx")).SetUpPage),
  linkRoute("/invitation", async () => (await import("./invitation-page.tsx")).InvitationPage),
  linkRoute("/reset", async () => (await import("./reset-page.tsx")).ResetPage),
  linkRoute("/recipient", async () => (await import("./recipient-page.tsx")).RecipientPage),
  linkRoute("/email", async () => (await import("./confirm-email-page.tsx")).ConfirmEmailPage),
  linkRoute("/verify", async () => (await import("./verify-page.tsx")).VerifyPage),
] as const;

type LinkPageProps = Pick<Visitor, "people" | "state"> & {
  token: string;
  onDone(notice: string | null): void;
};

function linkRoute<const Path extends string>(path: Path, load: () => Promise<ComponentType<LinkPageProps>>) {
  const Page = lazy(async () => ({ default: await load() }));
  return createRoute({ getParentRoute: () => rootRoute, path, component: () => <LinkPage Page={Page} /> });
}

function LinkPage({ Page }: { Page: ComponentType<LinkPageProps> }) {
  const { people, state, setNotice, readState } = useVisitor();
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  // Removes the token from the URL, so that a shared link or screenshot does not contain it.
  useEffect(() => {
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);

  async function leave(notice: string | null): Promise<void> {
    setNotice(notice);
    await readState();
    await navigate({ to: "/", replace: true });
  }

  return (
    <SignInScreen>
      <Suspense>
        <Page token={token} people={people} state={state} onDone={(notice) => void leave(notice)} />
      </Suspense>
    </SignInScreen>
  );
}
