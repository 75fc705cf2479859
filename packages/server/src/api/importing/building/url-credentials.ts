import { isSecretParameter } from "../secret-names.ts";

/** Credentials in URLs: user and password before the host, and values of parameters such as `token`. */

export type UrlUser = { username: string; password: string };

/** Returns the URL without its user, and the user; null if it has none. */
export function separateUser(url: string): { url: string; user: UrlUser | null } {
  const [, scheme, user = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@(.*)$/is.exec(url) ?? [];
  if (scheme === undefined) return { url, user: null };
  const [username = "", ...password] = user.split(":");
  const isEmpty = username === "" && password.join("") === "";
  return {
    url: `${scheme}${rest}`,
    user: isEmpty
      ? null
      : { username: decodePercents(username), password: decodePercents(password.join(":")) },
  };
}

/** Decodes a part of a URL; returns it unchanged if its encoding is invalid. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

export type SecretReplacement = {
  /** Returns what takes the place of a secret value. */
  secret: (name: string, value: string) => string;
  /** Returns what takes the place of any other part. */
  text: (part: string) => string;
};

/** Returns the URL with the values of secret parameters replaced. */
export function replaceSecretParameters(url: string, { secret, text }: SecretReplacement): string {
  const parts = url.split(/([?&])/);
  return parts
    .map((part, index) => {
      const [, name = "", value = "", rest = ""] = /^([^=#]+)=([^#]+)(.*)$/s.exec(part) ?? [];
      const isParameter = index > 0 && /^[?&]$/.test(parts[index - 1] ?? "");
      if (!isParameter || !isSecretParameter(name)) return text(part);
      return `${text(name)}=${secret(name, value)}${text(rest)}`;
    })
    .join("");
}

/** Returns the URL as names and keys may show it. */
export function withoutCredentials(url: string): string {
  return replaceSecretParameters(separateUser(url).url, { secret: () => "…", text: (part) => part });
}
