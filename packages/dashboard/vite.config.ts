import process from "node:process";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { packedAssets } from "./packed-assets.ts";

const SERVER_PORT = process.env.PORT ?? "8080";

export default defineConfig({
  plugins: [react(), tailwindcss(), packedAssets()],
  // The server's Content-Security-Policy refuses inline code, so nothing may be inlined into the page.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": `http://localhost:${SERVER_PORT}` } },
});
