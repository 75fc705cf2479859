import type { FieldChange } from "./field-changes.ts";

/** What each field was and is. Told by a sign and by words, not by colour alone. */
export function FieldDiff({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p className="text-soft">No field of it was written.</p>;
  return (
    <dl className="grid gap-2.5">
      {changes.map(({ path, before, after }) => (
        <div key={path} className="grid gap-1 sm:grid-cols-[12rem_1fr] sm:gap-4">
          <dt className="wrap-anywhere text-soft">
            <code>{path}</code>
          </dt>
          <dd className="grid min-w-0 gap-1">
            {before !== null && <Value kind="was" text={before} />}
            {after !== null && <Value kind="is" text={after} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LOOKS = {
  was: { sign: "−", words: "was", look: "bg-down-ground text-down" },
  is: { sign: "+", words: "is now", look: "bg-up-ground text-up" },
};

function Value({ kind, text }: { kind: keyof typeof LOOKS; text: string }) {
  const { sign, words, look } = LOOKS[kind];
  return (
    <div className={`flex gap-2 rounded-md px-2 py-0.5 ${look}`}>
      <span aria-hidden="true" className="font-mono">
        {sign}
      </span>
      <span className="sr-only">{words}</span>
      <code className="min-w-0 whitespace-pre-wrap">{text}</code>
    </div>
  );
}
