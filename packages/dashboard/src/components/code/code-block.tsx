import { CopyButton } from "./copy-button.tsx";

/** Text as it is: a body, a command, a script. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="card overflow-hidden">
      <figcaption className="flex items-center justify-between gap-4 border-b border-line bg-raised px-3 py-1.5 text-[0.8125rem] font-semibold">
        {label}
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 whitespace-pre-wrap">
        {text}
      </pre>
    </figure>
  );
}
