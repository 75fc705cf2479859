import { createConfig, findConfigErrors, toCheckSpec } from "@vedette/contract/checks/check-config.ts";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { credentialsOf } from "@vedette/contract/checks/credentials.ts";
import type { ApiRunSpec, JourneyRunSpec, RunSpec } from "@vedette/contract/runs/run-job.ts";
import { hasReference, substitute, templateNames } from "@vedette/contract/variables/template.ts";
import { resolveTexts } from "@vedette/contract/variables/templated-texts.ts";

/**
 * Which check a runner makes to collect evidence about a run: only of a host that the definition names. A URL or a part of
 * it that comes from the target is never requested.
 */
export type EvidenceProbe = {
  spec: CheckSpec;
  /** False if the request could change something, or is not known: only the connection is examined then. */
  sendsRequest: boolean;
};

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const URL_MAX = 8_192;

/** `stepIndex` is the failing step. Returns null if the definition does not name the host. */
export function probeOfRun(spec: RunSpec, stepIndex: number | null): EvidenceProbe | null {
  return spec.kind === "api_monitor" ? probeOfApiStep(spec, stepIndex ?? 0) : probeOfJourney(spec);
}

function probeOfApiStep({ steps, values, secretNames }: ApiRunSpec, index: number): EvidenceProbe | null {
  const step = steps[index];
  if (step === undefined) return null;
  const known = new Map(Object.entries(values));
  for (const { name } of steps.flatMap(({ extract }) => extract)) known.delete(name);
  const own = { url: withQuery(step.url, step.query), headers: { ...step.headers }, auth: step.auth };
  const { texts } = resolveTexts(own, known);
  const headers = Object.fromEntries(
    Object.entries(texts.headers).filter(([, value]) => !hasReference(value)),
  );
  const isKnown = !hasReference(texts.url) && !hasReference(JSON.stringify(texts.auth));
  const url = isKnown ? texts.url : originOf(texts.url);
  if (url === null) return null;
  const isSafe = isKnown && SAFE_METHODS.has(step.method);
  const assertions = step.assertions.filter(({ value }) => !hasReference(JSON.stringify(value ?? null)));
  const input = {
    ...{ url, headers, verify_tls: step.verifyTls, follow_redirects: step.followRedirects },
    ...(isSafe && { method: step.method, auth: texts.auth, assertions }),
  };
  const secrets = secretNames.flatMap((name) => known.get(name) ?? []);
  return toProbe(input, { timeoutMs: step.timeoutMs, secrets, sendsRequest: isSafe });
}

/** The first page of a journey, which every later step depends on. */
function probeOfJourney({ steps, values, secretNames, timeoutMs }: JourneyRunSpec): EvidenceProbe | null {
  const step = steps?.find(({ action }) => action === "goto");
  if (step === undefined || !("url" in step) || typeof step.url !== "string") return null;
  const known = new Map(Object.entries(values));
  const resolved = substitute(step.url, known, URL_MAX);
  const url = resolved === null || hasReference(resolved) ? originOf(step.url) : resolved;
  if (url === null) return null;
  const secrets = secretNames.flatMap((name) => known.get(name) ?? []);
  return toProbe({ url }, { timeoutMs, secrets, sendsRequest: true });
}

function toProbe(
  input: Readonly<Record<string, unknown>>,
  {
    timeoutMs,
    secrets,
    sendsRequest,
  }: { timeoutMs: number; secrets: readonly string[]; sendsRequest: boolean },
): EvidenceProbe | null {
  const config = createConfig("url", input);
  if (findConfigErrors("url", config).length > 0) return null;
  const spec = toCheckSpec({ type: "url", config, timeout_ms: timeoutMs, max_retries: 0 });
  const mask = [...new Set([...secrets, ...credentialsOf(config)])].filter((text) => text !== "");
  return { spec: { ...spec, ...(mask.length > 0 && { mask }) }, sendsRequest };
}

/** Values that are references stay so. */
function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${templateNames(value).length > 0 ? value : encodeURIComponent(value)}`,
  );
  if (pairs.length === 0) return url;
  const [start = "", fragment] = url.split("#", 2);
  const joined = `${start}${start.includes("?") ? "&" : "?"}${pairs.join("&")}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

/** The scheme, host and port of a URL whose rest is not known; null if these are not known either. */
function originOf(url: string): string | null {
  const [, origin = ""] = /^(https?:\/\/[^/?#{}]+)(?:[/?#]|$)/i.exec(url) ?? [];
  return URL.canParse(origin) ? `${new URL(origin).origin}/` : null;
}
