import process from "node:process";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressedAssets } from "./compressed-assets.ts";

const SERVER_PORT = process.env.PORT ?? "8080";

/** The modules of the first load: all components except editors, charts and tables, which load on demand. The limit is 200 kB. */
const FIRST_LOAD =
  /packages\/dashboard\/src\/(format|components\/(?!code\/|markdown\/rendered|charts\/(?:time-|stacked-|series)|(?:list-)?table|tabs|load-more|forms\/(?:tag-input|key-value-))|pages\/monitors\/list\/(monitor-list|list-view|use-monitor-list|beats|row-history)|features\/targets\/(show-enabled|paused-by-plan|selectable\.|use-))/;

export default defineConfig({
  plugins: [react(), tailwindcss(), compressedAssets()],
  // The server's Content-Security-Policy blocks inline code, so nothing may be inlined into the page.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Bundles what nearly every page needs. Otherwise a page loads two dozen files of one kilobyte each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "interface", test: FIRST_LOAD }] } } },
  },
  server: { proxy: { "/api": `http://localhost:${SERVER_PORT}` } },
});
