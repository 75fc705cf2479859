/** What the browser keeps between two visits, or only for this tab. */
const KEY = "vedette.api_key";
const ORGANIZATION = "vedette.organization";
const THEME = "vedette.theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** In this tab until it is closed: other tabs and the next start do not see it. */
export const storedKey = {
  read: () => sessionStorage.getItem(KEY),
  write: (key: string | null) => writeTo(sessionStorage, KEY, key),
};

export const storedOrganization = {
  read: () => localStorage.getItem(ORGANIZATION),
  write: (id: string) => writeTo(localStorage, ORGANIZATION, id),
};

export const storedTheme = {
  read: (): Theme => THEMES.find((theme) => theme === localStorage.getItem(THEME)) ?? "system",
  write: (theme: Theme) => writeTo(localStorage, THEME, theme === "system" ? null : theme),
};

function writeTo(storage: Storage, name: string, value: string | null): void {
  if (value === null) storage.removeItem(name);
  else storage.setItem(name, value);
}
