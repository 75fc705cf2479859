import type { IncomingHttpHeaders } from "node:http";

/** A browser: its headers, and the address that the server has seen. */
export type Visitor = { headers: IncomingHttpHeaders; address: string };
