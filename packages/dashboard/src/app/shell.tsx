import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { Brand } from "../components/brand.tsx";
import { IconButton } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { undoLast } from "../components/toast.tsx";
import { t } from "../language/t.ts";
import { AccountMenu } from "./account-menu.tsx";
import { CommandsProvider } from "./commands.tsx";
import { ConnectionNote, StaleNote } from "./connection-notes.tsx";
import { PageForRole } from "./for-role.tsx";
import { moveInList, toggleInList } from "./list-keys.ts";
import { NavigationList } from "./navigation-list.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";
import { ProblemBanner } from "./problems/problem-banner.tsx";
import { SearchDialog } from "./search/search-dialog.tsx";
import { useSession } from "./session.tsx";
import { ShortcutsDialog, useShortcuts } from "./shortcuts.tsx";

/** Imported lazily: seldom is a window active. */
const MaintenanceBanner = lazy(async () => ({
  default: (await import("../pages/maintenance/maintenance-banner.tsx")).MaintenanceBanner,
}));

/** Imported lazily: few organizations are samples. */
const SampleBanner = lazy(async () => ({
  default: (await import("../pages/get-started/sample-banner.tsx")).SampleBanner,
}));

type Open = "palette" | "help" | "navigation" | null;

/** The layout around every page that needs a sign-in. */
export function Shell() {
  const [open, setOpen] = useState<Open>(null);
  const { organization } = useSession();
  const close = () => setOpen(null);
  const role = useMatches({ select: (matches) => matches.at(-1)?.staticData.role ?? "viewer" });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to another page closes the navigation on phones.
  useEffect(close, [path]);
  useShortcuts((key) => {
    if (key === "search") document.querySelector<HTMLElement>("main input[type=search]")?.focus();
    else if (key === "next" || key === "previous") moveInList(key === "next" ? 1 : -1);
    else if (key === "toggle") toggleInList();
    else if (key === "undo") undoLast();
    else setOpen(key);
  });
  return (
    <CommandsProvider>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t("Skip to content")}
      </a>
      <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <header className="sticky top-0 z-20 border-b border-line bg-surface md:flex md:h-dvh md:flex-col md:border-e md:border-b-0">
          <div className="flex items-center justify-between gap-2 px-4 py-3">
            <Brand />
            <IconButton
              className="md:hidden"
              label={open === "navigation" ? t("Close navigation") : t("Open navigation")}
              icon={open === "navigation" ? "close" : "menu"}
              aria-expanded={open === "navigation"}
              onClick={() => setOpen(open === "navigation" ? null : "navigation")}
            />
          </div>
          <div
            className={`${open === "navigation" ? "flex" : "hidden"} flex-1 flex-col gap-3 px-3 pb-3 max-md:max-h-[calc(100dvh-4rem)] max-md:overflow-y-auto md:flex md:min-h-0`}
          >
            <OrganizationMenu />
            <button
              type="button"
              className="flex items-center gap-2 rounded-lg border border-line px-3 py-1.5 text-start text-sm text-soft hover:border-line-strong"
              onClick={() => setOpen("palette")}
            >
              <Icon name="search" />
              <span className="flex-1">{t("Search")}</span>
              <kbd className="font-mono text-xs">{t("Ctrl K")}</kbd>
            </button>
            {/* Also in a low window the account and the state of the connection stay in sight. */}
            <div className="-mx-3 px-3 md:min-h-0 md:flex-1 md:overflow-y-auto">
              <NavigationList />
            </div>
            <div className="grid gap-2">
              <ConnectionNote />
              <AccountMenu onHelp={() => setOpen("help")} />
            </div>
          </div>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none md:px-8 md:py-8">
          <StaleNote />
          <div className="mx-auto max-w-6xl min-[1600px]:max-w-none">
            <ProblemBanner />
            {organization?.sample && (
              <Suspense>
                <SampleBanner id={organization.id} />
              </Suspense>
            )}
            {!path.startsWith("/alerts/maintenance") && (
              <Suspense>
                <MaintenanceBanner />
              </Suspense>
            )}
            <PageForRole role={role}>
              <Outlet />
            </PageForRole>
          </div>
        </main>
      </div>
      <SearchDialog isOpen={open === "palette"} onClose={close} />
      <ShortcutsDialog isOpen={open === "help"} onClose={close} />
    </CommandsProvider>
  );
}
