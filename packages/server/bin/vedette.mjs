#!/usr/bin/env node
import process from "node:process";
import { launchClient, launchVedette } from "./launch.mjs";

const args = process.argv.slice(2);
// Recording runs on the user's machine and stores its journey over the API, so it belongs to the client.
if (args[0] === "record") launchClient(args);
else launchVedette(args);
