/** Where the key is kept: this tab, until it is closed. Other tabs and the next start do not see it. */
const NAME = "vedette.api_key";

export function storedKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export function storeKey(key: string): void {
  sessionStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
}
