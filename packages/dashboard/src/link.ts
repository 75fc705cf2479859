/** A link that somebody was sent: what it is for, and the token behind its #. */
export type Link = { kind: "setup" | "invitation" | "reset"; token: string };

const PATHS: Record<string, Link["kind"]> = {
  "/setup": "setup",
  "/invitation": "invitation",
  "/reset": "reset",
};

/** Null on every other page. */
export function linkOf({ pathname, hash }: { pathname: string; hash: string }): Link | null {
  const kind = Object.hasOwn(PATHS, pathname) ? PATHS[pathname] : undefined;
  return kind === undefined ? null : { kind, token: hash.slice(1) };
}

/** What the server says to a person whom it has sent back here; null for nothing. */
export function noticeOf({ hash }: { hash: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get("notice");
}
