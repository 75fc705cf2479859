import type { Tool } from "./tool.ts";
import { ALERT_TOOLS } from "./tools/alert-tools.ts";
import { CREATE_MARKER } from "./tools/create-marker.ts";
import { EXPLAIN_FAILURE } from "./tools/explain-failure.ts";
import { GET_EVIDENCE } from "./tools/get-evidence.ts";
import { PLAN_CODE } from "./tools/plan-code.ts";
import { RUN_TOOLS } from "./tools/run-tools.ts";
import { TARGET_TOOLS } from "./tools/target-tools.ts";

/** All tools of the MCP server, in the order in which clients list them. docs/guide/mcp.md describes each. */
export const TOOLS: readonly Tool[] = [
  ...TARGET_TOOLS,
  EXPLAIN_FAILURE,
  GET_EVIDENCE,
  ...ALERT_TOOLS,
  ...RUN_TOOLS,
  CREATE_MARKER,
  PLAN_CODE,
];
