import process from "node:process";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { packedAssets } from "./packed-assets.ts";

const SERVER_PORT = process.env.PORT ?? "8080";

/** The components but for editors, charts and tables, which are loaded when one is shown: 200 kB are the limit. */
const INTERFACE =
  /packages\/dashboard\/src\/(format|components\/(?!code\/|charts\/(?:time-|stacked-|series)|table|tabs|tag-input|key-value-)|pages\/monitors\/list\/(monitor-list|list-view|use-monitor-list|beats|row-history)|features\/targets\/(show-enabled|paused-by-plan|selectable\.|use-))/;

export default defineConfig({
  plugins: [react(), tailwindcss(), packedAssets()],
  // The server's Content-Security-Policy refuses inline code, so nothing may be inlined into the page.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What nearly every page needs comes with the first load: else a page is two dozen files of a kilobyte each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "interface", test: INTERFACE }] } } },
  },
  server: { proxy: { "/api": `http://localhost:${SERVER_PORT}` } },
});
