import type { Plugin } from "rolldown";

export function lightPackages(): Plugin;
