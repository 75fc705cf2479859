import type { PagePreview } from "@vedette/contract/status-pages/page-preview.ts";

type Applied = { preview: PagePreview; slug: string; theme: "page" | "light" | "dark" };

/**
 * Shows a preview in a loaded frame. Only the body is replaced, so that the page keeps its style sheet and its place of
 * scrolling. The colors and the custom CSS are an adopted style sheet: a policy without inline styles allows it.
 */
export function applyPreview(frame: HTMLIFrameElement, { preview, slug, theme }: Applied): void {
  const { contentDocument: current, contentWindow: view } = frame;
  if (!current || !view) return;
  const next = new DOMParser().parseFromString(preview.html, "text/html");
  for (const { name, value } of next.documentElement.attributes)
    current.documentElement.setAttribute(name, value);
  if (theme !== "page") current.documentElement.setAttribute("data-theme", theme);
  current.body.replaceWith(current.adoptNode(next.body));
  // The sheet has to belong to the document of the frame, which has a global object of its own.
  const { CSSStyleSheet: Sheet } = view as Window & typeof globalThis;
  const sheet = new Sheet({ baseURL: `${window.location.origin}/status/${slug}/custom.css` });
  sheet.replaceSync(preview.css);
  current.adoptedStyleSheets = [sheet];
  // Links lead out of the preview, to pages that refuse to be framed.
  current.onclick = (event) => {
    const links = event.composedPath().filter((node) => "href" in node);
    if (links.length > 0) event.preventDefault();
  };
}
