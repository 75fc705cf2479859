import type { ReactNode } from "react";

/** Terms and values in two columns. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {facts.map(([word, fact]) => (
        <div key={word} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-2">
          <dt className="text-soft">{word}</dt>
          <dd className="wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
