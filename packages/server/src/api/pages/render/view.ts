import type { PageSnapshot } from "../../../pipeline/status-pages/snapshot/snapshot.ts";
import type { Locale } from "../languages/locale.ts";

/** What the parts of a page need to render. */
export type View = {
  snapshot: PageSnapshot;
  locale: Locale;
  /** Path below which the page is requested, without a slash at its end; empty at its own domain. */
  base: string;
  /** Whether the visitor chose the language, so that links have to keep it. */
  isChosen: boolean;
  nowMs: number;
  /** The earlier instant that is shown, as in the address; links keep it. Absent for now. */
  at?: string;
};

/** The address of a part of the page, such as `/history/2026-11`. */
export function link({ base, isChosen, locale, at }: View, path: string, anchor = ""): string {
  const address = `${base}${path}` || "/";
  const query = new URLSearchParams({
    ...(isChosen && { lang: locale.language }),
    ...(at !== undefined && { at }),
  });
  return `${address}${query.size > 0 ? `?${query}` : ""}${anchor}`;
}

/** A copy that is older than this says so: the page is read more often than that. */
const OUTDATED_MS = 60_000;

export function isOutdated({ snapshot, nowMs }: Pick<View, "snapshot" | "nowMs">): boolean {
  return nowMs - snapshot.asOfMs > OUTDATED_MS;
}
