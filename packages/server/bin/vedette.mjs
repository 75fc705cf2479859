#!/usr/bin/env node
import process from "node:process";
import { launchClient, launchVedette } from "./launch.mjs";

const args = process.argv.slice(2);
// Recording goes on where the person sits, and its journey is stored over the API: it is the client's.
if (args[0] === "record") launchClient(args);
else launchVedette(args);
