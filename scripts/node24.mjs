// node scripts/node24.mjs <script> [args]: runs a script under Node 24, whatever Node npm found.
import process from "node:process";
import { launchNode } from "../packages/server/bin/launch.mjs";

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write("Say which script to run: node scripts/node24.mjs <script> [arguments]\n");
  process.exit(2);
}
launchNode(script, args);
