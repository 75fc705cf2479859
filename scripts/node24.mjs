// node scripts/node24.mjs <script> [args]: runs a script under Node 24, regardless of the Node that npm uses.
import process from "node:process";
import { launchNode } from "../packages/server/bin/launch.mjs";

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write("Missing script: use node scripts/node24.mjs <script> [arguments]\n");
  process.exit(2);
}
launchNode(script, args);
