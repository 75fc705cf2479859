import { type CheckConfig, checkKind } from "@vedette/contract/checks/check-kinds.ts";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";
import { mayHaveTemplate } from "@vedette/contract/variables/template.ts";
import { registrableDomain } from "../../../pipeline/domains/registrable-domain.ts";

type Check = { type: CheckType; config: CheckConfig };

/** Returns the registrable domain of a monitor that sees a certificate or watches a domain; null for any other monitor. */
export function monitorDomain({ type, config }: Check): string | null {
  const host = hostOf(config);
  if (host === null || mayHaveTemplate(host)) return null;
  if (type !== "domain" && checkKind(type).noCertificate(config) !== null) return null;
  return registrableDomain(host);
}

/** A domain monitor watches what can be registered: not a host of a domain, and no public suffix. */
export function domainErrors({ type, config }: Check): ErrorDetail[] {
  const host = type === "domain" ? hostOf(config) : null;
  if (host === null) return [];
  const domain = registrableDomain(host);
  if (domain === null)
    return [{ path: "host", message: "is a public suffix, and no domain that can be registered" }];
  const { host: asked } = checkKind(type).toSpec(config, { baseline: null, setStatus: null }) as {
    host: string;
  };
  if (domain === asked) return [];
  return [{ path: "host", message: `is a host of the domain '${domain}'; use that` }];
}

function hostOf(config: CheckConfig): string | null {
  if ("host" in config) return config.host;
  if (!("url" in config) || config.url === null) return null;
  // A template may be anywhere in a URL, also where none can be parsed.
  return mayHaveTemplate(config.url) ? null : (URL.parse(config.url)?.hostname ?? null);
}
