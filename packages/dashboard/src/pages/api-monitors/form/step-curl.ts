import { authHeaders, authOptions } from "../../../features/runs/auth-command.ts";
import { curlOf, withQuery } from "../../../features/runs/curl.ts";
import { authBody } from "../../../features/steps/auth-draft.ts";
import { completeUrl } from "../../../format.ts";
import type { ApiStepDraft } from "./draft.ts";

/** Returns the request of a step as a shell command; `{{NAME}}` stays unchanged. Pure. */
export function curlOfStep(step: ApiStepDraft): string {
  const { method, bodyKind, follow_redirects: followsRedirects, verify_tls: verifiesTls } = step;
  const auth = authBody(step.auth);
  const headers: Record<string, string> = { ...step.headers };
  const isNamed = (wanted: string) => Object.keys(headers).some((name) => name.toLowerCase() === wanted);
  if (bodyKind === "json" && !isNamed("content-type")) headers["Content-Type"] = "application/json";
  if (!isNamed("authorization")) Object.assign(headers, authHeaders(auth));
  const options = [
    ...authOptions(auth),
    ...(followsRedirects ? [{ name: "--location" }] : []),
    ...(verifiesTls ? [] : [{ name: "--insecure" }]),
  ];
  const address = step.url.startsWith("{{") ? step.url.trim() : completeUrl(step.url);
  const body = bodyKind === "none" ? null : step.body;
  return curlOf({ method, url: withQuery(address, step.query), headers, body }, options);
}
