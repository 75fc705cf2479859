import { isBuiltin } from "node:module";
import { SCRIPT_PACKAGES } from "@vedette/contract/journeys/script-modules.ts";

const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'`])([^"'`\n]{1,200})\1/g;
const ENVIRONMENT = /\bprocess\.env(?:\.|\[\s*["'`])([A-Za-z_][A-Za-z0-9_]{0,63})/g;

/** Returns the modules that a script imports and that runners do not have. */
export function missingModules(script: string): string[] {
  const names = [...script.matchAll(IMPORTS)].map((match) => match[2] ?? "");
  return [...new Set(names)].filter(
    (name) =>
      !isBuiltin(name) && !SCRIPT_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`)),
  );
}

/** Returns the environment variables that a script reads. */
export function environmentNames(script: string): string[] {
  return [...new Set([...script.matchAll(ENVIRONMENT)].map((match) => match[1] ?? ""))];
}
