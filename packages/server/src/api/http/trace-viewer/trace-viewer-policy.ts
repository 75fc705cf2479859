import { createHash } from "node:crypto";

type PolicyInput = {
  /** Host and port of the page. */
  host: string;
  /** The path of the viewer, with a slash at both ends. */
  path: string;
  scriptHashes: readonly string[];
};

/** A host that is valid in a policy; IPv6 addresses are not. */
const HOST = /^[a-z0-9.-]+(?::\d+)?$/i;

/**
 * Returns the Content-Security-Policy of the trace viewer: it loads only its own files, and reaches neither the API nor
 * other servers.
 */
export function traceViewerPolicy({ host, path, scriptHashes }: PolicyInput): string {
  const own = HOST.test(host) ? `${host}${path}` : "'self'";
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": [own, ...scriptHashes],
    "style-src": [own, "'unsafe-inline'"],
    "img-src": [own, "data:", "blob:"],
    "media-src": [own, "data:", "blob:"],
    "font-src": [own, "data:"],
    "connect-src": [own, "blob:"],
    "manifest-src": [own],
    "worker-src": [own],
    // An action without a snapshot shows a gray page from a data URL, which has no origin.
    "frame-src": [own, "data:"],
    "form-action": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'self'"],
    // No popups, forms, downloads, dialogs or navigation of the enclosing page.
    sandbox: ["allow-scripts", "allow-same-origin"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
}

/** Returns the sources that allow the inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  return Array.from(
    html.matchAll(/<script>([\s\S]*?)<\/script>/g),
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
