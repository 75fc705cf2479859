import { Link, type LinkProps } from "@tanstack/react-router";
import { LOCALE } from "../../language/language.ts";
import { kindsLabel } from "./kind-labels.ts";

/** A page without parameters. */
type ListPath = Exclude<NonNullable<LinkProps["to"]>, `${string}$${string}`>;
type MadeList = { kind: string; to: ListPath; count: number };

/** How many resources of each kind were made, with links to their lists. */
export function MadeLists({ lists }: { lists: readonly MadeList[] }) {
  return (
    <ul className="card divide-y divide-line">
      {lists.map(({ kind, to, count }) => (
        <li key={kind}>
          <Link to={to} className="flex justify-between gap-4 px-4.5 py-3 hover:bg-raised">
            <span className="text-accent">{kindsLabel(kind, count)}</span>
            <span className="tabular-nums">{count.toLocaleString(LOCALE)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
