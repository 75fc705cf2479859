import { curlOf } from "../../../features/runs/curl.ts";
import { completeUrl } from "../../../format.ts";
import type { ApiStepDraft } from "./draft.ts";

/** Returns the request of a step as a shell command; `{{NAME}}` stays unchanged. Pure. */
export function curlOfStep(step: ApiStepDraft): string {
  const { method, auth, bodyKind, follow_redirects: followsRedirects, verify_tls: verifiesTls } = step;
  const headers: Record<string, string> = { ...step.headers };
  const isNamed = (wanted: string) => Object.keys(headers).some((name) => name.toLowerCase() === wanted);
  if (bodyKind === "json" && !isNamed("content-type")) headers["Content-Type"] = "application/json";
  if (auth.type === "bearer" && !isNamed("authorization")) headers.Authorization = `Bearer ${auth.token}`;
  const options = [
    ...(auth.type === "basic" ? [{ name: "--user", value: `${auth.username}:${auth.password}` }] : []),
    ...(followsRedirects ? [{ name: "--location" }] : []),
    ...(verifiesTls ? [] : [{ name: "--insecure" }]),
  ];
  const body = bodyKind === "none" ? null : step.body;
  return curlOf({ method, url: urlOf(step), headers, body }, options);
}

function urlOf({ url, query }: ApiStepDraft): string {
  const address = url.startsWith("{{") ? url.trim() : completeUrl(url);
  const pairs = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  if (pairs.length === 0) return address;
  const [, place = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  return `${place}${place.includes("?") ? "&" : "?"}${pairs.join("&")}${fragment}`;
}

/** Templates are not resolved yet, so their braces stay. */
function encoded(text: string): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part) => (part.startsWith("{{") ? part : encodeURIComponent(part)))
    .join("");
}
