/** Returns the service worker of the trace viewer with `guardResponses` in front of it. */
export function guardedServiceWorker(source: string): string {
  return `(${guardResponses.toString()})();\n${source}`;
}

/**
 * Runs in the browser, before Playwright's code. The service worker builds documents from a trace and sets their
 * policies, not this server. Snapshots, whose policy already blocks scripts of the page, get no network and no forms. Any
 * other file of a trace that is opened as a document gets no scripts and no origin.
 */
function guardResponses(): void {
  const Original = globalThis.Response;
  const policy = "content-security-policy";
  globalThis.Response = class extends Original {
    constructor(body?: ConstructorParameters<typeof Original>[0], init?: ResponseInit) {
      super(body, init);
      if (this.headers.has(policy)) this.headers.append(policy, "connect-src 'none'; form-action 'none'");
      else this.headers.set(policy, "sandbox; default-src 'none'");
    }
  };
}
