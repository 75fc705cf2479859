import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { ToastRegion } from "../components/toast.tsx";
import { ErrorPage, NotFoundPage } from "./error-page.tsx";
import { Shell } from "./shell.tsx";
import { SignedIn } from "./signed-in.tsx";
import { VisitorProvider } from "./visitor.tsx";

/** What pages say of themselves. */
declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** What the command palette calls this page: "Monitors", "New monitor". */
    command?: string;
    /** Whom it is for, where it is not for everybody who belongs to the organization. */
    role?: Role;
  }
}

/** For pages that anybody may open. */
export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

/** For pages of somebody signed in: below the navigation, with a session and live events. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: () => (
    <SignedIn>
      <Shell />
    </SignedIn>
  ),
});

function Root() {
  return (
    // The server's Content-Security-Policy refuses style elements.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <VisitorProvider>
          <Outlet />
          <ToastRegion />
        </VisitorProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
