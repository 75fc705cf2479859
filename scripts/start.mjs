// npm start: sets up the checkout, then runs `vedette serve`.
import process from "node:process";
import { launchVedette } from "../packages/server/bin/launch.mjs";
import { afterSetup } from "./setup.mjs";

await afterSetup(() => launchVedette(["serve", ...process.argv.slice(2)]));
