import { listOf, objectOf, textOf } from "../document-value.ts";
import type { Pair } from "../request-draft.ts";

type Recorded = Readonly<Record<string, unknown>>;
type Cookie = { name: string; domain: string; isHostOnly: boolean };

/** Tracks the cookies that responses of a recording have set. A run gets fresh values for those by itself. */
export type RecordedCookies = {
  learn(request: Recorded, response: Recorded): void;
  /** Returns the `Cookie` header of a request without them; null if none are left. */
  without(request: Recorded): string | null;
};

export function createRecordedCookies(): RecordedCookies {
  const known = new Map<string, Cookie[]>();
  return {
    learn(request, response) {
      const host = hostOf(request);
      for (const { name, domain } of setCookies(response)) {
        const same = known.get(name) ?? [];
        same.push({ name, domain: domain ?? host, isHostOnly: domain === null });
        known.set(name, same);
      }
    },
    without(request) {
      const host = hostOf(request);
      const left = sentCookies(request).filter(
        ([name]) => !(known.get(name) ?? []).some((cookie) => isSentTo(cookie, host)),
      );
      return left.length === 0 ? null : left.map(([name, value]) => `${name}=${value}`).join("; ");
    },
  };
}

function isSentTo({ domain, isHostOnly }: Cookie, host: string): boolean {
  return host === domain || (!isHostOnly && host.endsWith(`.${domain}`));
}

/** Reads the header, which browsers export in full, or else the list of cookies. */
function sentCookies(request: Recorded): Pair[] {
  const header = listOf(request.headers)
    .map(objectOf)
    .filter(({ name }) => textOf(name)?.toLowerCase() === "cookie")
    .map(({ value }) => textOf(value) ?? "")
    .join("; ");
  if (header === "") {
    return listOf(request.cookies)
      .map(objectOf)
      .map(({ name, value }): Pair => [textOf(name) ?? "", textOf(value) ?? ""])
      .filter(([name]) => name !== "");
  }
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part): Pair => {
      const at = part.indexOf("=");
      return at < 0 ? ["", part] : [part.slice(0, at), part.slice(at + 1)];
    });
}

function setCookies(response: Recorded): { name: string; domain: string | null }[] {
  const listed = listOf(response.cookies)
    .map(objectOf)
    .map(({ name, domain }) => ({ name: textOf(name) ?? "", domain: domainOf(textOf(domain)) }));
  const sent = listOf(response.headers)
    .map(objectOf)
    .filter(({ name }) => textOf(name)?.toLowerCase() === "set-cookie")
    // Some versions of Firefox and Chromium join several by line breaks.
    .flatMap(({ value }) => (textOf(value) ?? "").split("\n"))
    .map((line) => ({
      name: line.slice(0, Math.max(0, line.indexOf("="))).trim(),
      domain: domainOf(/;\s*domain=([^;\s]+)/i.exec(line)?.[1] ?? null),
    }));
  return [...listed, ...sent].filter(({ name }) => name !== "");
}

function domainOf(text: string | null): string | null {
  return text === null || text === "" ? null : text.replace(/^\./, "").toLowerCase();
}

function hostOf(request: Recorded): string {
  return URL.parse(textOf(request.url) ?? "")?.hostname ?? "";
}
