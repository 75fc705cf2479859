import { isObject } from "@vedette/contract/code/code-resources.ts";
import { substitute } from "@vedette/contract/variables/template.ts";
import { mapTexts } from "./map-texts.ts";

type Body = Record<string, unknown>;

/** Replaces the origin of the first URL of a target, in all of its URLs that have it. */
export function withBaseUrl(body: Body, baseUrl: string, variables: Readonly<Record<string, string>>): Body {
  const first = firstUrl(body);
  const filled = first === null ? null : substitute(first, new Map(Object.entries(variables)));
  if (filled === null || !URL.canParse(filled)) return body;
  const url = new URL(filled);
  const base = baseUrl.replace(/\/+$/, "");
  return mapTexts(body, (text) => {
    const rest = text.startsWith(url.origin) ? text.slice(url.origin.length) : null;
    // `https://shop.example` is no part of `https://shop.example.org`.
    return rest !== null && /^($|[/?#])/.test(rest) ? base + rest : text;
  });
}

function firstUrl({ url, steps }: Body): string | null {
  if (typeof url === "string") return url;
  const urls = (Array.isArray(steps) ? steps : []).map((step: unknown) => (isObject(step) ? step.url : null));
  return urls.find((each) => typeof each === "string") ?? null;
}
