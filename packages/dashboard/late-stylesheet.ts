import type { Plugin } from "vite";

/**
 * Moves the stylesheet to the end of the page. In the head it would keep the browser from painting the skeleton of
 * index.html until it is loaded. Scripts still wait for it.
 */
export function lateStylesheet(): Plugin {
  return {
    name: "late-stylesheet",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const links = html.match(STYLESHEETS) ?? [];
        if (links.length === 0) throw new Error("index.html has no stylesheet to move");
        return html.replace(STYLESHEETS, "").replace("</body>", `${links.join("").trim()}\n  </body>`);
      },
    },
  };
}

const STYLESHEETS = /\s*<link rel="stylesheet"[^>]*>/g;
