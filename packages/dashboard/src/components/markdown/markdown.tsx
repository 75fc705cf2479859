import { lazy, Suspense } from "react";

const Rendered = lazy(async () => ({ default: (await import("./rendered-markdown.tsx")).RenderedMarkdown }));

/** Markdown of a user. Shown as plain text until the renderer is loaded. Raw HTML is not rendered. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-line wrap-anywhere">{text}</p>}>
      <Rendered text={text} />
    </Suspense>
  );
}
