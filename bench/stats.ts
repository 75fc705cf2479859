import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { encodeCursor } from "../packages/server/src/kernel/cursor.ts";
import { type ApiRequest, type ClientFigures, runClients } from "./harness/api-client.ts";
import { makeArchive } from "./harness/archive.ts";
import { startTarget } from "./harness/nginx.ts";
import { startVedette } from "./harness/vedette.ts";
