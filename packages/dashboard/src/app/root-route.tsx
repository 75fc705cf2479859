import { CSPProvider } from "@base-ui/react/csp-provider";
import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { ToastRegion } from "../components/toast.tsx";
import { NotFoundPage, RootErrorPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";
import { SignedIn } from "./signed-in.tsx";
import { VisitorProvider } from "./visitor.tsx";

/** The static data of a route. */
declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The name of the page in the command palette: "Monitors", "Add monitor". */
    command?: string;
    /** The minimum role for the page; every member of the organization if not set. */
    role?: Role;
  }
}

/** The parent of pages that need no sign-in. */
export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: RootErrorPage,
});

/** The parent of pages that need a sign-in: with navigation, session and live events. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: () => (
    <SignedIn>
      <Shell />
    </SignedIn>
  ),
});

/** Every path that no other route has. */
export const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "$",
  component: NotFoundPage,
});

function Root() {
  return (
    // The server's Content-Security-Policy refuses style elements.
    <CSPProvider disableStyleElements>
      <VisitorProvider>
        <Outlet />
        <ToastRegion />
      </VisitorProvider>
    </CSPProvider>
  );
}
