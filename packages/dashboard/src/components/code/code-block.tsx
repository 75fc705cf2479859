import { CopyButton } from "./copy-button.tsx";

/** Preformatted text with a copy button: a body, a command, a script. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="card overflow-hidden">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line bg-raised px-3 py-1.5 text-[0.8125rem] font-semibold">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 whitespace-pre-wrap">
        {text}
      </pre>
    </figure>
  );
}
