import MarkdownIt from "markdown-it";
import { Html } from "./html.ts";

/**
 * Renders the Markdown of descriptions and updates. HTML in it is shown as text, images are links, and links lead to
 * http, https and mailto only.
 */
const renderer = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable("image");

renderer.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url.trim());
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

renderer.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer ugc");
  return self.renderToken(tokens, index, options);
};

// The headings of a text are below those of the page, which has three levels.
const SHIFT: Record<string, string> = { h1: "h4", h2: "h5", h3: "h6", h4: "h6", h5: "h6", h6: "h6" };
renderer.core.ruler.push("shift_headings", ({ tokens }) => {
  for (const token of tokens)
    if (token.type === "heading_open" || token.type === "heading_close")
      token.tag = SHIFT[token.tag] ?? token.tag;
});

// `[text]()` has no address, which markdown-it does not validate: only its text is shown.
renderer.core.ruler.push("drop_empty_links", ({ tokens }) => {
  for (const token of tokens) {
    let isDropped = false;
    token.children =
      token.children?.filter(({ type, attrs }) => {
        if (type === "link_open")
          isDropped = attrs?.some(([name, value]) => name === "href" && value === "") ?? true;
        return !(isDropped && (type === "link_open" || type === "link_close"));
      }) ?? null;
  }
});

export function renderMarkdown(text: string): Html {
  return new Html(text.trim() === "" ? "" : renderer.render(text));
}
