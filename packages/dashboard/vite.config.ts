import process from "node:process";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressedAssets } from "./compressed-assets.ts";
import { lateStylesheet } from "./late-stylesheet.ts";

const SERVER_PORT = process.env.PORT ?? "8080";

/**
 * The modules of the first load: session, live events, and all components except editors, charts, tables and bars, which
 * load on demand. The limit is 200 kB. The catalogs of languages are not part of it: the start of the page waits for one.
 */
const FIRST_LOAD =
  /packages\/dashboard\/src\/(?!.*\.json$)(format|api\/(?!batched)|app\/(?!search\/)|features\/(preferences\/|targets\/list\/rows\/(target-rows|use-target-rows|rows-key))|components\/(?!code\/|browser\/passkey|markdown\/rendered|charts\/(?!stat-)|(?:list-)?table|tabs|load-more|list-filter|confirm-|fact-list|forms\/(?:combobox-|submit-|duration-|form-tabs|tag-input|timezone-|key-value-|popover))|pages\/monitors\/list\/list-view|features\/targets\/(show-enabled|paused-by-plan|selectable\.))/;

export default defineConfig({
  plugins: [react(), tailwindcss(), lateStylesheet(), compressedAssets()],
  // The server's Content-Security-Policy allows only the inline code of index.html, so nothing else may be inlined.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by scripts/package/stage-server.mjs, which passes the licenses on.
    license: { fileName: ".vite/licenses.json" },
    // Bundles what nearly every page needs. Otherwise a page loads two dozen files of one kilobyte each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "interface", test: FIRST_LOAD }] } } },
  },
  server: { proxy: { "/api": `http://localhost:${SERVER_PORT}` } },
});
