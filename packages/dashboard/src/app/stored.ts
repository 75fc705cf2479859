import { t } from "../language/t.ts";

/** Values in the browser's local storage and session storage. */
const KEY = "vedette.api_key";
const ORGANIZATION = "vedette.organization";
const THEME = "vedette.theme";
const NOTIFICATIONS = "vedette.notifications";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_LABELS: Record<Theme, string> = {
  system: t("System theme"),
  light: t("Light theme"),
  dark: t("Dark theme"),
};

/** Session storage: other tabs and later visits do not see the key. */
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

/** Whether this browser shows notifications of alerts. The browser itself stores the permission. */
export const storedNotifications = {
  read: () => localStorage.getItem(NOTIFICATIONS) === "on",
  write: (isOn: boolean) => writeTo(localStorage, NOTIFICATIONS, isOn ? "on" : null),
};

function writeTo(storage: Storage, name: string, value: string | null): void {
  if (value === null) storage.removeItem(name);
  else storage.setItem(name, value);
}
