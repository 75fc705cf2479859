import { readFileSync } from "node:fs";
import { ownFile } from "./platform/kernel/own-files.ts";

const manifest: { version: string } = JSON.parse(readFileSync(ownFile("package.json"), "utf8"));

/** The version of this server, as its package says. */
export const version = manifest.version;
