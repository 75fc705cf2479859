import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "../components/icon.tsx";
import { t } from "../language/t.ts";
import { navItemsWithPage } from "./navigation.ts";

const LINK =
  "flex scroll-my-32 items-center gap-2.5 rounded-lg px-2.5 py-1 text-soft hover:bg-raised hover:text-ink data-[status=active]:bg-accent-ground data-[status=active]:font-semibold data-[status=active]:text-accent";

export function NavigationList() {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a low window the list scrolls to the open page.
  useEffect(() => {
    list.current?.querySelector("[data-status=active]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  const items = navItemsWithPage(new Set(Object.keys(router.routesByPath)));
  return (
    <nav aria-label={t("Main")} ref={list}>
      <ul className="grid gap-0.5">
        {items.map(({ label, to, icon, children, openBelow = "/" }) => (
          <li key={label}>
            <Link
              to={to}
              className={LINK}
              activeOptions={{ exact: to === "/" || (children ?? []).length > 0 }}
            >
              <Icon name={icon} />
              {label}
            </Link>
            {children && children.length > 0 && path.startsWith(openBelow) && (
              <ul className="my-0.5 ms-4 grid gap-0.5 border-s border-line ps-3">
                {children.map((inner) => (
                  <li key={inner.label}>
                    <Link to={inner.to} className={`${LINK} py-0.5! text-sm`}>
                      {inner.label}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
