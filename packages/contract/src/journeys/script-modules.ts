/** The packages that a script may import besides Node's built-in modules; a runner provides no others. */
export const SCRIPT_PACKAGES = ["@playwright/test", "playwright", "playwright-core"] as const;

/** Message shown when a script is saved, and for a run whose script imports a module dynamically. */
export function missingModuleText(module: string): string {
  return `the module "${module}" is not available: a script may import @playwright/test and Node's built-in modules`;
}
