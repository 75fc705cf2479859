import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";

/** The elements of Markdown that are rendered; the text of others is kept. Images would load addresses of others. */
const ALLOWED = [
  "p",
  "strong",
  "em",
  "code",
  "pre",
  "ul",
  "ol",
  "li",
  "a",
  "br",
  "blockquote",
  "h1",
  "h2",
  "h3",
];

/** Imported lazily: most pages show no Markdown. */
export function RenderedMarkdown({ text }: { text: string }) {
  return (
    <div className="grid gap-2 wrap-anywhere [&_ol]:list-decimal [&_ol]:ps-5 [&_ul]:list-disc [&_ul]:ps-5">
      <ReactMarkdown
        allowedElements={ALLOWED}
        unwrapDisallowed
        components={{ a: ExternalLink, h1: Heading, h2: Heading, h3: Heading }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** `react-markdown` passes only URLs of safe protocols. */
function ExternalLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline underline-offset-2 hover:text-accent-hover"
    >
      {children}
    </a>
  );
}

/** The page has its own headings. */
function Heading({ children }: { children?: ReactNode }) {
  return <p className="font-semibold">{children}</p>;
}
