import { escapeTemplate } from "@vedette/contract/variables/template.ts";

type SplitUrl = { url: string; username: string; password: string };

/** Separates user and password from a URL, which a monitor may not have in it; null for what is no URL. */
export function splitUrl(text: string): SplitUrl | null {
  const parsed = URL.parse(text);
  if (parsed === null) return null;
  const { username, password } = parsed;
  if (username === "" && password === "") return { url: escapeTemplate(text), username, password };
  const url = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1");
  return { url: escapeTemplate(url), username: decoded(username), password: decoded(password) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}
