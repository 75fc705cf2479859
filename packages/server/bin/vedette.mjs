#!/usr/bin/env node
import process from "node:process";
import { launchVedette } from "./launch.mjs";

launchVedette(process.argv.slice(2));
