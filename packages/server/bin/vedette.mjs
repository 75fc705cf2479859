#!/usr/bin/env node
import process from "node:process";
import { launchClient, launchVedette } from "./launch.mjs";

const args = process.argv.slice(2);
// Recording and discovery run beside what they read and use the API, so they belong to the client.
if (args[0] === "record" || args[0] === "discover") launchClient(args);
else launchVedette(args);
