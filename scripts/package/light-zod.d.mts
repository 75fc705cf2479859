import type { Plugin } from "rolldown";

export function lightZod(): Plugin;
