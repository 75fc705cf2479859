import { createRoute, useNavigate } from "@tanstack/react-router";
import { type ComponentType, useEffect, useState } from "react";
import { rootRoute } from "../../app/root-route.tsx";
import { useVisitor, type Visitor } from "../../app/visitor.tsx";
import { InvitationPage } from "./invitation-page.tsx";
import { RecipientPage } from "./recipient-page.tsx";
import { ResetPage } from "./reset-page.tsx";
import { SetUpPage } from "./set-up-page.tsx";
import { SignInScreen } from "./sign-in-card.tsx";
import { VerifyPage } from "./verify-page.tsx";

/** Pages opened from links in emails or in the server log. */
export const signInRoutes = [
  linkRoute("/setup", SetUpPage),
  linkRoute("/invitation", InvitationPage),
  linkRoute("/reset", ResetPage),
  linkRoute("/recipient", RecipientPage),
  linkRoute("/verify", VerifyPage),
] as const;

type LinkPageProps = Pick<Visitor, "people" | "state"> & {
  token: string;
  onDone(notice: string | null): void;
};

function linkRoute<const Path extends string>(path: Path, Page: ComponentType<LinkPageProps>) {
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
      <Page token={token} people={people} state={state} onDone={(notice) => void leave(notice)} />
    </SignInScreen>
  );
}
